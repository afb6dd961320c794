// The texts of <merchant-apply> for people and bank account, in Spanish.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'Personas',
        errors: {
          'signers-none': 'Agregue al menos una persona',
          'signers-many': 'Quite personas: máximo diez personas',
          'signers-sole': 'Quite personas: el dueño único es una sola persona',
          'percent-sum': 'Cambie las participaciones: juntas suman más del 100\xa0%',
          'owners-many':
            'Cambie las participaciones: como máximo cuatro personas pueden tener el 25\xa0% o más',
          'control-person': 'Elija “Cambiar” en la persona que dirige el negocio y marque allí esa casilla',
          'primary-one': 'Elija la persona con quien debemos comunicarnos',
        },
      },
      allOwnersListed: {
        label: 'Están todas las personas que tienen el 25\xa0% o más',
        errors: { 'owners-unconfirmed': 'Confirme que están todos los propietarios' },
      },
      isPrimary: { label: '¿Con quién nos comunicamos por esta solicitud?', errors: {} },
      isControlPerson: {
        label: 'Esta persona dirige el negocio',
        hint: 'Alguien que toma las decisiones del día a día, como la presidencia o la gerencia. Basta con una. Los bancos la llaman persona de control (control person).',
        errors: {},
      },
      firstName: {
        label: 'Nombre',
        errors: {
          required: 'Escriba el nombre',
          'name-characters': 'Use letras, espacios, guiones y apóstrofos para el nombre',
          'too-long': 'Use como máximo 35 caracteres para el nombre',
        },
      },
      lastName: {
        label: 'Apellido',
        errors: {
          required: 'Escriba el apellido',
          'name-characters': 'Use letras, espacios, guiones y apóstrofos para el apellido',
          'too-long': 'Use como máximo 35 caracteres para el apellido',
        },
      },
      title: {
        label: 'Cargo en el negocio',
        hint: 'Elija de la lista o escriba otro.',
        errors: {
          required: 'Escriba el cargo en el negocio',
          ampersand: 'Escriba “y” en lugar de & en el cargo',
          'too-short': 'Escriba el cargo en el negocio',
          'too-long': 'Use como máximo 60 caracteres para el cargo',
          'text-characters': 'Escriba el cargo en el negocio',
        },
      },
      ownershipPercentage: {
        label: 'Participación en el negocio',
        hint: 'En porcentaje, sin decimales. Escriba 0 si la persona no es dueña de nada.',
        errors: {
          required: 'Escriba la participación, o 0',
          percent: 'Escriba la participación como número entero de 0 a 100',
          'percent-sole': 'Escriba 100: el dueño único posee todo el negocio',
        },
      },
      dateOfBirth: {
        label: 'Fecha de nacimiento',
        errors: {
          required: 'Escriba la fecha de nacimiento',
          'date-incomplete': 'Escriba día, mes y año (cuatro cifras) de nacimiento',
          'date-not-real': 'Revise la fecha de nacimiento: esa fecha no existe',
          'date-future': 'Escriba una fecha de nacimiento que no esté en el futuro',
          'under-18': 'Revise la fecha de nacimiento: la persona debe tener al menos 18 años',
          'over-120': 'Revise la fecha de nacimiento: es de hace más de 120 años',
        },
      },
      ssn: {
        label: 'Número de Seguro Social (SSN) o ITIN',
        hint: 'Nueve dígitos, como 123-45-6789. Hace falta para confirmar quién posee y dirige el negocio.',
        errors: {
          required: 'Escriba el número de Seguro Social o ITIN',
          'nine-digits': 'Escriba un número de Seguro Social o ITIN de nueve dígitos',
          'ssn-invalid': 'Revise el número: no es un número de Seguro Social o ITIN válido',
          'ssn-sample': 'Escriba el número real: este es solo para pruebas',
          'ssn-expected':
            'Escriba el número de Seguro Social: lo eligió en “Datos fiscales”, y este es un ITIN',
          'itin-expected': 'Escriba el ITIN: lo eligió en “Datos fiscales”, y este no lo es',
          'ssn-repeated': 'Revise el número: otra persona de la lista tiene el mismo',
        },
      },
      ownerCellPhone: {
        label: 'Teléfono celular',
        errors: {
          required: 'Escriba el teléfono celular',
          phone: 'Escriba un teléfono celular de diez dígitos, como (732) 555-0123',
          'phone-toll-free': 'Escriba un teléfono celular, no un número 800',
        },
      },
    },
    who: 'Incluya a todas las personas que tienen el 25\xa0% o más y a una que dirija el negocio. Diez personas como máximo.',
    onlyYou: 'Como dueño único, no hay nadie más: agréguese a la lista.',
    nobodyElse: 'Nadie más es dueño de una parte del negocio',
    add: 'Agregar persona',
    addYou: 'Agregarme',
    startYou: 'Empiece con sus propios datos',
    addMore: 'Agregar otra persona',
    change: 'Cambiar',
    remove: 'Quitar',
    undo: 'Deshacer',
    removed: (name) => `Se quitó a ${name}`,
    person: (number) => `Persona ${number}`,
    of: (word, name) => `${word}: ${name}`,
    shares: (percent, all) => `Participaciones hasta ahora: ${percent} de ${all}`,
    missing: (count) =>
      new Intl.PluralRules('es').select(count) === 'one'
        ? `Revise ${count} respuesta`
        : `Revise ${count} respuestas`,
    control: 'Dirige el negocio',
    primary: 'Contacto principal',
    address: 'Domicilio',
    copy: 'Usar la dirección del negocio',
    save: 'Guardar persona',
    back: 'Atrás',
    cancel: 'Cancelar',
    titleNames: [
      'Propietario/a',
      'Copropietario/a',
      'Presidente/a',
      'Director/a general (CEO)',
      'Director/a de finanzas (CFO)',
      'Miembro administrador',
      'Miembro',
      'Socio/a',
      'Director/a',
      'Tesorero/a',
      'Secretario/a',
      'Gerente',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: '¿Adónde enviamos sus depósitos?', errors: {} },
      'banking.bankName': {
        label: 'Nombre del banco',
        errors: {
          required: 'Escriba el nombre del banco',
          'too-short': 'Escriba el nombre del banco',
          'too-long': 'Use como máximo 60 caracteres para el nombre del banco',
          'text-characters': 'Escriba el nombre del banco',
        },
      },
      'banking.routingNumber': {
        label: 'Número de ruta (routing number)',
        hint: 'Nueve dígitos',
        errors: {
          required: 'Escriba el número de ruta',
          'nine-digits': 'Escriba un número de ruta de nueve dígitos',
          'routing-invalid': 'Revise el número de ruta: uno de sus dígitos no es correcto',
        },
      },
      'banking.accountNumber': {
        label: 'Número de cuenta',
        hint: 'De una cuenta de cheques (checking) del negocio, de 4 a 17 dígitos',
        errors: {
          required: 'Escriba el número de cuenta',
          'account-digits': 'Escriba un número de cuenta de 4 a 17 dígitos',
          'account-invalid': 'Revise el número de cuenta: no es válido',
          'account-is-routing': 'Escriba el número de cuenta: este es el número de ruta',
        },
      },
    },
    now: 'Escribir la cuenta ahora',
    later: ['Agregarla después', 'Puede enviar la solicitud sin ella.'],
    drawing: 'Un cheque de papel: abajo, primero el número de ruta y después el número de cuenta.',
    where: 'Ambos números están en la parte de abajo de un cheque de papel y en la aplicación de su banco.',
    routing: 'Ruta',
    account: 'Cuenta',
  },
}
