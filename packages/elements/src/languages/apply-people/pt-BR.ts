// The texts of <merchant-apply> for people and bank account, in Brazilian Portuguese.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'Pessoas',
        errors: {
          'signers-none': 'Adicione pelo menos uma pessoa',
          'signers-many': 'Remova pessoas: no máximo dez podem ser listadas',
          'signers-sole': 'Remova pessoas: um empresário individual é uma pessoa só',
          'percent-sum': 'Altere as participações: juntas, passam de 100%',
          'owners-many': 'Altere as participações: no máximo quatro pessoas podem ter 25% ou mais',
          'control-person': 'Escolha “Alterar” na pessoa que dirige a empresa e marque essa caixa',
          'primary-one': 'Escolha a pessoa com quem devemos falar',
        },
      },
      allOwnersListed: {
        label: 'Todas as pessoas que têm 25% ou mais estão listadas',
        errors: { 'owners-unconfirmed': 'Confirme que todos os sócios estão listados' },
      },
      isPrimary: { label: 'Com quem devemos falar sobre esta solicitação?', errors: {} },
      isControlPerson: {
        label: 'Esta pessoa dirige a empresa',
        hint: 'Alguém que decide pela empresa no dia a dia, como na presidência ou na gerência. Uma basta. Os bancos a chamam de “control person”.',
        errors: {},
      },
      firstName: {
        label: 'Nome',
        errors: {
          required: 'Digite o nome',
          'name-characters': 'Use letras, espaços, hifens e apóstrofos para o nome',
          'too-long': 'Use no máximo 35 caracteres para o nome',
        },
      },
      lastName: {
        label: 'Sobrenome',
        errors: {
          required: 'Digite o sobrenome',
          'name-characters': 'Use letras, espaços, hifens e apóstrofos para o sobrenome',
          'too-long': 'Use no máximo 35 caracteres para o sobrenome',
        },
      },
      title: {
        label: 'Cargo na empresa',
        hint: 'Escolha da lista ou digite outro.',
        errors: {
          required: 'Digite o cargo na empresa',
          ampersand: 'Escreva “e” no lugar de & no cargo',
          'too-short': 'Digite o cargo na empresa',
          'too-long': 'Use no máximo 60 caracteres para o cargo',
          'text-characters': 'Digite o cargo na empresa',
        },
      },
      ownershipPercentage: {
        label: 'Participação na empresa',
        hint: 'Em porcentagem, sem decimais. Digite 0 se a pessoa não tem participação.',
        errors: {
          required: 'Digite a participação, ou 0',
          percent: 'Digite a participação como número inteiro de 0 a 100',
          'percent-sole': 'Digite 100: a empresa individual pertence por inteiro a uma pessoa',
        },
      },
      dateOfBirth: {
        label: 'Data de nascimento',
        errors: {
          required: 'Digite a data de nascimento',
          'date-incomplete': 'Digite dia, mês e ano (quatro dígitos) de nascimento',
          'date-not-real': 'Confira a data de nascimento: essa data não existe',
          'date-future': 'Digite uma data de nascimento que não esteja no futuro',
          'under-18': 'Confira a data de nascimento: a pessoa deve ter pelo menos 18 anos',
          'over-120': 'Confira a data de nascimento: ela é de mais de 120 anos atrás',
        },
      },
      ssn: {
        label: 'Social Security number (SSN) ou ITIN',
        hint: 'Nove dígitos, como 123-45-6789. Necessário para confirmar quem é dono e quem dirige a empresa.',
        errors: {
          required: 'Digite o SSN ou ITIN',
          'nine-digits': 'Digite um SSN ou ITIN de nove dígitos',
          'ssn-invalid': 'Confira o SSN ou ITIN: o número não é válido',
          'ssn-sample': 'Digite o número verdadeiro: este serve só para testes',
          'ssn-expected': 'Digite o SSN: você o escolheu em “Dados fiscais”, e este é um ITIN',
          'itin-expected': 'Digite o ITIN: você o escolheu em “Dados fiscais”, e este não é um',
          'ssn-repeated': 'Confira o número: outra pessoa da lista tem o mesmo',
        },
      },
      ownerCellPhone: {
        label: 'Celular',
        errors: {
          required: 'Digite o número do celular',
          phone: 'Digite um celular de dez dígitos, como (732) 555-0123',
          'phone-toll-free': 'Digite um celular, não um número 0800',
        },
      },
    },
    who: 'Liste todas as pessoas que têm 25% ou mais e uma pessoa que dirige a empresa. No máximo dez pessoas.',
    onlyYou: 'Na empresa individual só há você: adicione-se à lista.',
    nobodyElse: 'Ninguém mais tem parte na empresa',
    add: 'Adicionar pessoa',
    addYou: 'Adicionar meus dados',
    startYou: 'Comece por você',
    addMore: 'Adicionar outra pessoa',
    change: 'Alterar',
    remove: 'Remover',
    undo: 'Desfazer',
    removed: (name) => `${name} foi removido(a)`,
    person: (number) => `Pessoa ${number}`,
    of: (word, name) => `${word}: ${name}`,
    shares: (percent, all) => `Participações até agora: ${percent} de ${all}`,
    missing: (count) =>
      new Intl.PluralRules('pt-BR').select(count) === 'one'
        ? `Confira ${count} resposta`
        : `Confira ${count} respostas`,
    control: 'Dirige a empresa',
    primary: 'Contato principal',
    address: 'Endereço residencial',
    copy: 'Usar o endereço da empresa',
    save: 'Salvar pessoa',
    back: 'Voltar',
    cancel: 'Cancelar',
    titleNames: [
      'Proprietário(a)',
      'Coproprietário(a)',
      'Presidente',
      'Diretor(a)-presidente (CEO)',
      'Diretor(a) financeiro(a) (CFO)',
      'Sócio(a)-administrador(a)',
      'Sócio(a)-quotista',
      'Sócio(a)',
      'Diretor(a)',
      'Tesoureiro(a)',
      'Secretário(a)',
      'Gerente',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'Para onde devemos enviar seus repasses?', errors: {} },
      'banking.bankName': {
        label: 'Nome do banco',
        errors: {
          required: 'Digite o nome do banco',
          'too-short': 'Digite o nome do banco',
          'too-long': 'Use no máximo 60 caracteres para o nome do banco',
          'text-characters': 'Digite o nome do banco',
        },
      },
      'banking.routingNumber': {
        label: 'Código do banco (routing number)',
        hint: 'Nove dígitos',
        errors: {
          required: 'Digite o código do banco',
          'nine-digits': 'Digite um código do banco de nove dígitos',
          'routing-invalid': 'Confira o código do banco: um dos dígitos não está certo',
        },
      },
      'banking.accountNumber': {
        label: 'Número da conta',
        hint: 'De uma conta-corrente (checking) da empresa, de 4 a 17 dígitos',
        errors: {
          required: 'Digite o número da conta',
          'account-digits': 'Digite um número de conta de 4 a 17 dígitos',
          'account-invalid': 'Confira o número da conta: ele não é válido',
          'account-is-routing': 'Digite o número da conta: este é o código do banco',
        },
      },
    },
    now: 'Informar a conta agora',
    later: ['Informar depois', 'Você pode enviar a solicitação sem ela.'],
    drawing: 'Um cheque de papel: embaixo vem primeiro o código do banco e depois o número da conta.',
    where: 'Os dois números estão embaixo em um cheque de papel e no aplicativo do seu banco.',
    routing: 'Routing',
    account: 'Conta',
  },
}
