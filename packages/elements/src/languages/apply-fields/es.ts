// The texts of the fields of <merchant-apply> up to the signers, in Spanish.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const ZIP = 'Escriba un código ZIP de 5 dígitos, como 08701'
const POSTAL = 'Escriba un código postal, como K1A 0B1'
const PROVINCE = 'Elija la provincia o el territorio'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(opcional)',
    choose: 'Elija',
    show: 'Mostrar',
    showing: (label) => `Mostrar: ${label}`,
    add: (label) => `Agregar: ${label}`,
    again: 'Escríbalo otra vez: por su seguridad no se guardó.',
    unclear: 'Escriba la cantidad solo con cifras, como 250000: lo que escribió se puede leer de dos maneras',
    count: (used, max) => (used > max ? `${used - max} de más` : `${used} de ${max} caracteres`),
    suggestions: (label) => `Sugerencias: ${label}`,
    found: (count) =>
      count === 1
        ? '1 sugerencia. Use la flecha hacia abajo para elegirla.'
        : `${count} sugerencias. Use la flecha hacia abajo para elegir una.`,
    filled: 'Completado: verifíquelo',
    savedPart: 'Guardado, excepto los números que nunca conservamos',
    month: 'Mes',
    day: 'Día',
    year: 'Año',
    about: (whose, message) => `${whose}: ${message}`,
    check: (label) => `Revise “${label}”`,
    refused: 'Esta respuesta no se aceptó. Revísela y escríbala de nuevo.',
    refusals: {
      name: 'Esta respuesta no se aceptó. Escriba el nombre tal como figura en los documentos oficiales.',
      number: 'Esta respuesta no se aceptó. Compare cada dígito con el documento.',
      reach: 'Esta respuesta no se aceptó. Revise que esté completa y en uso.',
      place: 'Esta respuesta no se aceptó. Compare la dirección con una factura o carta reciente.',
      date: 'Esta respuesta no se aceptó. Compare la fecha con un documento oficial.',
    },
    warnings: {
      'statement-cut': 'Solo se ven 22 caracteres',
      'ein-prefix': 'Número inusual: ¿correcto?',
      'account-card': '¿Es un número de tarjeta?',
      'zip-state': 'Revise el ZIP y el estado',
      'sole-name': 'El nombre legal de un dueño único suele ser el suyo propio: por favor, verifíquelo',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `El código ${zip} es de ${found}. ¿Es correcto ${chosen}?`,
    country: {
      label: 'País',
      errors: { choose: 'Elija el país', country: 'Elija el país' },
    },
    streetAddress: {
      label: 'Calle y número',
      errors: {
        required: 'Escriba la calle y el número',
        'too-short': 'Escriba la calle y el número completos',
        'too-long': 'Use como máximo 100 caracteres para la calle y el número',
        'text-characters': 'Escriba la calle y el número completos',
        'po-box': 'Escriba una calle y un número, no un apartado postal (PO box)',
      },
    },
    streetAddress2: {
      label: 'Apartamento, suite o unidad',
      errors: {
        'too-long': 'Use como máximo 100 caracteres para el apartamento',
        'po-box': 'Quite el apartado postal (PO box)',
      },
    },
    city: {
      label: 'Ciudad',
      errors: {
        required: 'Escriba la ciudad',
        'too-short': 'Escriba el nombre de la ciudad',
        'too-long': 'Use como máximo 50 caracteres para la ciudad',
        'text-characters': 'Escriba el nombre de la ciudad',
      },
    },
    state: {
      US: {
        label: 'Estado o territorio',
        errors: {
          'state-unknown': 'Elija el estado',
          'state-military': 'Elija un estado, no una dirección militar',
        },
      },
      CA: {
        label: 'Provincia o territorio',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'Código ZIP',
        errors: { required: 'Escriba el código ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'Código postal',
        errors: { required: 'Escriba el código postal', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: '¿Qué tipo de negocio es?',
        errors: { choose: 'Elija el tipo de negocio' },
      },
      corporateName: {
        label: 'Nombre legal del negocio',
        hint: 'Como en su declaración de impuestos. Si es dueño único, suele ser su propio nombre.',
        errors: {
          required: 'Escriba el nombre legal del negocio',
          'too-short': 'Escriba el nombre legal completo',
          'too-long': 'Use como máximo 100 caracteres para el nombre legal',
          latin: 'Use letras latinas, cifras y puntuación normal para el nombre legal',
        },
      },
      dbaSame: {
        label: 'Los clientes también nos conocen por este nombre',
        errors: { 'dba-needed': 'Desmarque esto y escriba un nombre comercial de 60 caracteres como máximo' },
      },
      dbaName: {
        label: 'Nombre comercial',
        hint: 'El nombre de su letrero o sitio web, en inglés “doing business as” (DBA).',
        errors: {
          required: 'Escriba el nombre comercial',
          'too-short': 'Escriba el nombre comercial completo',
          'too-long': 'Use como máximo 60 caracteres para el nombre comercial',
          latin: 'Use letras latinas, cifras y puntuación normal para el nombre comercial',
        },
      },
      productSold: {
        label: '¿Qué vende?',
        hint: 'Por ejemplo, “Reparaciones de plomería y accesorios de baño”.',
        errors: {
          required: 'Escriba qué vende',
          'too-short': 'Dé más detalles sobre lo que vende',
          'too-long': 'Use como máximo 200 caracteres para lo que vende',
          'text-characters': 'Dé más detalles sobre lo que vende',
        },
      },
      website: {
        label: 'Sitio web',
        errors: {
          website: 'Escriba un sitio web como www.example.com, o déjelo vacío',
          'website-private': 'Escriba un sitio web que cualquiera pueda abrir, o déjelo vacío',
          'too-long': 'Use como máximo 255 caracteres para el sitio web',
        },
      },
      businessStartDate: {
        label: '¿Cuándo empezó el negocio?',
        hint: 'Bastan el mes y el año.',
        errors: {
          required: 'Escriba la fecha en que empezó el negocio',
          'date-incomplete': 'Escriba el mes y el año (cuatro cifras) del inicio',
          'date-not-real': 'Revise la fecha de inicio: esa fecha no existe',
          'date-future': 'Escriba una fecha de inicio que no esté en el futuro',
          'date-too-early': 'Escriba una fecha de inicio posterior a 1799',
        },
      },
      annualCreditCardSales: {
        label: 'Ventas anuales con tarjeta (USD)',
        hint: 'Basta con un cálculo aproximado.',
        errors: {
          amount: 'Escriba las ventas con tarjeta en dólares enteros, como 250000, o déjelo vacío',
        },
      },
    },
    types: {
      soleProprietorship: [
        'Dueño único (sole proprietorship)',
        'Es solo de usted y no está registrado como compañía.',
      ],
      partnership: ['Sociedad de personas (partnership)', 'Dos o más personas son dueñas en conjunto.'],
      llc: ['Compañía de responsabilidad limitada (LLC)', 'Registrada como LLC, con uno o más dueños.'],
      corporation: ['Corporación', 'Registrada como corporación, con accionistas.'],
      nonProfit: ['Sin fines de lucro', 'Una obra benéfica, iglesia, club u otra causa, sin fines de lucro.'],
      government: ['Gobierno', 'Una entidad pública, como una ciudad o un distrito escolar.'],
    },
    statement: 'En los estados de cuenta de tarjeta de sus clientes:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: '¿Qué número usa para los impuestos?',
        errors: {
          choose: 'Elija el número que usa para los impuestos',
          'ein-needed': 'Elija EIN: este tipo de negocio lo necesita',
        },
      },
      taxId: {
        label: 'EIN (número de identificación del empleador)',
        hint: 'Nueve dígitos, como 12-3456789. Está en la carta del IRS y en su declaración de impuestos.',
        errors: {
          required: 'Escriba el EIN',
          'nine-digits': 'Escriba un EIN de nueve dígitos',
          'ein-invalid': 'Revise el EIN: no es válido',
        },
      },
    },
    types: {
      EIN: ['EIN', 'El IRS le dio a su negocio un número propio.'],
      SSN: ['Número de Seguro Social (SSN)', 'Paga los impuestos del negocio con su propio número.'],
      ITIN: ['ITIN', 'En su lugar tiene un número de identificación personal del contribuyente.'],
    },
    later:
      'Aquí no hay nada que escribir: pedimos este número una sola vez, con sus propios datos en “Propietarios y firmantes”.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'Teléfono del negocio',
        errors: {
          required: 'Escriba el teléfono del negocio',
          phone: 'Escriba un teléfono del negocio de diez dígitos, como (732) 555-0123',
        },
      },
      businessEmail: {
        label: 'Correo electrónico del negocio',
        errors: {
          email: 'Escriba un correo electrónico como name@example.com, o déjelo vacío',
          'too-long': 'Use como máximo 100 caracteres para el correo electrónico',
        },
      },
      mailingSame: { label: 'Enviar las cartas a la dirección del negocio', errors: {} },
    },
    business: 'Dirección del negocio',
    noBox:
      'Donde usted trabaja, no un apartado postal (PO box). Si trabaja desde casa, escriba su domicilio.',
    reach: 'Teléfono y correo electrónico',
    mail: 'Dirección postal',
  },
}
