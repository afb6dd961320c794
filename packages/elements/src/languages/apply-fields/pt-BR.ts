// The texts of the fields of <merchant-apply> up to the signers, in Brazilian Portuguese.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = 'Digite a rua e o número completos'
const ZIP = 'Digite um código ZIP de 5 dígitos, como 08701'
const POSTAL = 'Digite um código postal, como K1A 0B1'
const PROVINCE = 'Escolha a província ou o território'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(opcional)',
    choose: 'Escolha',
    show: 'Mostrar',
    showing: (label) => `Mostrar: ${label}`,
    add: (label) => `Adicionar: ${label}`,
    again: 'Digite novamente: para sua segurança, não foi guardado.',
    unclear: 'Digite o valor só com algarismos, como 250000: o que está escrito pode ser lido de duas formas',
    count: (used, max) => (used > max ? `${used - max} a mais` : `${used} de ${max} caracteres`),
    suggestions: (label) => `Sugestões: ${label}`,
    found: (count) =>
      count === 1
        ? '1 sugestão. Use a seta para baixo para escolher.'
        : `${count} sugestões. Use a seta para baixo para escolher uma.`,
    filled: 'Preenchido: confira',
    savedPart: 'Salvo, exceto os números que nunca guardamos',
    month: 'Mês',
    day: 'Dia',
    year: 'Ano',
    about: (whose, message) => `${whose}: ${message}`,
    check: (label) => `Confira “${label}”`,
    refused: 'Esta resposta não foi aceita. Confira e digite de novo.',
    refusals: {
      name: 'Esta resposta não foi aceita. Digite o nome exatamente como nos documentos oficiais.',
      number: 'Esta resposta não foi aceita. Compare cada dígito com o documento.',
      reach: 'Esta resposta não foi aceita. Confira se está completa e em uso.',
      place: 'Esta resposta não foi aceita. Compare o endereço com uma conta ou carta recente.',
      date: 'Esta resposta não foi aceita. Compare a data com um documento oficial.',
    },
    warnings: {
      'statement-cut': 'Faturas mostram 22 caracteres',
      'ein-prefix': 'Número incomum: está certo?',
      'account-card': 'Isto é um número de cartão?',
      'zip-state': 'Confira o ZIP e o estado',
      'sole-name':
        'A razão social de um empresário individual costuma ser o próprio nome: confira, por favor',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `O código ${zip} é de ${found}. ${chosen} está certo?`,
    country: {
      label: 'País',
      errors: { choose: 'Escolha o país', country: 'Escolha o país' },
    },
    streetAddress: {
      label: 'Rua e número',
      errors: {
        required: 'Digite a rua e o número',
        'too-short': STREET,
        'too-long': 'Use no máximo 100 caracteres para a rua e o número',
        'text-characters': STREET,
        'po-box': 'Digite uma rua, não uma caixa postal (PO box)',
      },
    },
    streetAddress2: {
      label: 'Apartamento, sala ou unidade',
      errors: {
        'too-long': 'Use no máximo 100 caracteres para o apartamento',
        'po-box': 'Retire a caixa postal (PO box)',
      },
    },
    city: {
      label: 'Cidade',
      errors: {
        required: 'Digite a cidade',
        'too-short': 'Digite o nome da cidade',
        'too-long': 'Use no máximo 50 caracteres para a cidade',
        'text-characters': 'Digite o nome da cidade',
      },
    },
    state: {
      US: {
        label: 'Estado ou território',
        errors: {
          'state-unknown': 'Escolha o estado',
          'state-military': 'Escolha um estado, não um endereço militar',
        },
      },
      CA: {
        label: 'Província ou território',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'Código ZIP',
        errors: { required: 'Digite o código ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'Código postal',
        errors: { required: 'Digite o código postal', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'Que tipo de empresa é?',
        errors: { choose: 'Escolha o tipo de empresa' },
      },
      corporateName: {
        label: 'Razão social da empresa',
        hint: 'Como na sua declaração de imposto. Para empresário individual, costuma ser o seu próprio nome.',
        errors: {
          required: 'Digite a razão social da empresa',
          'too-short': 'Digite a razão social completa',
          'too-long': 'Use no máximo 100 caracteres para a razão social',
          latin: 'Use letras latinas, algarismos e pontuação comum para a razão social',
        },
      },
      dbaSame: {
        label: 'Os clientes também nos conhecem por este nome',
        errors: { 'dba-needed': 'Desmarque isto e digite um nome fantasia de no máximo 60 caracteres' },
      },
      dbaName: {
        label: 'Nome fantasia',
        hint: 'O nome na sua placa ou no seu site, em inglês “doing business as” (DBA).',
        errors: {
          required: 'Digite o nome fantasia',
          'too-short': 'Digite o nome fantasia completo',
          'too-long': 'Use no máximo 60 caracteres para o nome fantasia',
          latin: 'Use letras latinas, algarismos e pontuação comum para o nome fantasia',
        },
      },
      productSold: {
        label: 'O que você vende?',
        hint: 'Por exemplo, “Consertos hidráulicos e acessórios de banheiro”.',
        errors: {
          required: 'Digite o que você vende',
          'too-short': 'Descreva melhor o que você vende',
          'too-long': 'Use no máximo 200 caracteres para o que você vende',
          'text-characters': 'Descreva melhor o que você vende',
        },
      },
      website: {
        label: 'Site',
        errors: {
          website: 'Digite um site como www.example.com ou deixe vazio',
          'website-private': 'Digite um site que qualquer pessoa possa abrir ou deixe vazio',
          'too-long': 'Use no máximo 255 caracteres para o site',
        },
      },
      businessStartDate: {
        label: 'Quando a empresa começou?',
        hint: 'Bastam o mês e o ano.',
        errors: {
          required: 'Digite a data em que a empresa começou',
          'date-incomplete': 'Digite o mês e o ano (quatro dígitos) do início',
          'date-not-real': 'Confira a data de início: essa data não existe',
          'date-future': 'Digite uma data de início que não esteja no futuro',
          'date-too-early': 'Digite uma data de início posterior a 1799',
        },
      },
      annualCreditCardSales: {
        label: 'Vendas anuais com cartão (USD)',
        hint: 'Uma estimativa já basta.',
        errors: {
          amount: 'Digite as vendas com cartão em dólares inteiros, como 250000, ou deixe vazio',
        },
      },
    },
    types: {
      soleProprietorship: [
        'Empresário individual (sole proprietorship)',
        'É só sua e não está registrada como sociedade.',
      ],
      partnership: ['Sociedade de pessoas (partnership)', 'Pertence a duas ou mais pessoas em conjunto.'],
      llc: ['Sociedade limitada (LLC)', 'Registrada como LLC, com um ou mais sócios.'],
      corporation: ['Sociedade por ações (corporation)', 'Registrada como corporation, com acionistas.'],
      nonProfit: [
        'Sem fins lucrativos',
        'Obra beneficente, igreja, clube ou outra causa sem fins lucrativos.',
      ],
      government: ['Governo', 'Um órgão público, como uma cidade ou um distrito escolar.'],
    },
    statement: 'Nas faturas de cartão dos seus clientes:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'Qual número você usa para os impostos?',
        errors: {
          choose: 'Escolha o número que você usa para os impostos',
          'ein-needed': 'Escolha EIN: este tipo de empresa precisa dele',
        },
      },
      taxId: {
        label: 'EIN (número de identificação do empregador)',
        hint: 'Nove dígitos, como 12-3456789. Está na carta do IRS e na sua declaração de imposto.',
        errors: {
          required: 'Digite o EIN',
          'nine-digits': 'Digite um EIN de nove dígitos',
          'ein-invalid': 'Confira o EIN: ele não é válido',
        },
      },
    },
    types: {
      EIN: ['EIN', 'O IRS (a Receita dos EUA) deu à sua empresa um número próprio.'],
      SSN: ['Social Security number (SSN)', 'Você paga os impostos da empresa com o seu próprio número.'],
      ITIN: ['ITIN', 'Em vez disso, você tem um número individual de contribuinte dos EUA.'],
    },
    later:
      'Nada para digitar aqui: pedimos este número uma única vez, com os seus dados em “Sócios e signatários”.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'Telefone da empresa',
        errors: {
          required: 'Digite o telefone da empresa',
          phone: 'Digite um telefone da empresa de dez dígitos, como (732) 555-0123',
        },
      },
      businessEmail: {
        label: 'E-mail da empresa',
        errors: {
          email: 'Digite um e-mail como name@example.com ou deixe vazio',
          'too-long': 'Use no máximo 100 caracteres para o e-mail',
        },
      },
      mailingSame: { label: 'Enviar cartas para o endereço da empresa', errors: {} },
    },
    business: 'Endereço da empresa',
    noBox:
      'Onde você trabalha, não uma caixa postal (PO box). Se trabalha em casa, digite o endereço residencial.',
    reach: 'Telefone e e-mail',
    mail: 'Endereço de correspondência',
  },
}
