// The texts of the first render of <merchant-apply>, in Brazilian Portuguese.
import type { ApplyDictionary } from '../dictionary.ts'

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'Modo de teste',
    testNote: 'Modo de teste: nada do que você digitar será enviado a um banco. Use dados de exemplo.',
    fillSample: 'Preencher com dados de exemplo',
    partner: (name) => `Cadastro com ${name}`,
    steps: {
      start: 'Antes de começar',
      plan: 'Escolha um plano',
      business: 'Sua empresa',
      tax: 'Dados fiscais',
      contact: 'Endereço e contato',
      signers: 'Sócios e signatários',
      bank: 'Conta bancária',
      review: 'Confira suas respostas',
      agreement: 'Contrato',
      done: 'Sua solicitação',
    },
    stepOf: (number, of) => `Etapa ${number} de ${of}`,
    progress: 'Progresso',
    marked: {
      past: (step) => `${step}, concluída`,
      wrong: (step) => `${step}, precisa de correção`,
    },
    begin: 'Começar',
    continue: 'Continuar',
    back: 'Voltar',
    problem: 'Há um problema',
    unset: 'Este cadastro não está configurado. Pergunte a quem enviou você para cá.',
    unreached: 'Não foi possível acessar o servidor. Verifique a conexão.',
    faults: {
      'token-unreachable': 'Esta página não consegue acessar o próprio servidor. Verifique a conexão.',
      'token-unauthorized':
        'Sua sessão foi encerrada ou você não tem permissão para este cadastro. Entre de novo ou pergunte a quem enviou você para cá.',
      'token-unavailable': 'O servidor não está disponível no momento.',
      'token-limited': 'O servidor está ocupado: muitas solicitações ao mesmo tempo.',
    },
    retrying: (seconds) => (seconds ? `Nova tentativa em ${seconds} s` : 'Tentando de novo…'),
    tryAgain: 'Tentar de novo',
    stuck:
      'Não foi possível carregar a próxima página. Verifique a conexão. Nada do que você digitou se perdeu.',
    takes:
      'Leva cerca de dez minutos. Você pode parar a qualquer momento e voltar: suas respostas ficam guardadas por 60 dias.',
    ready: 'Tenha em mãos',
    things: [
      'seu número fiscal dos EUA: EIN, ou SSN ou ITIN de empresário individual',
      'de cada sócio com 25% ou mais e de cada signatário: endereço residencial, data de nascimento, SSN ou ITIN, celular',
      'código do banco (routing number) e número da conta nos EUA – ou informe depois',
    ],
    resumed: (when) => `Que bom ver você de novo. Salvamos suas respostas em ${when}.`,
    startOver: 'Recomeçar',
    startOverSure: 'Apagar todas as respostas e recomeçar?',
    startOverYes: 'Apagar respostas',
    keep: 'Manter',
    again:
      'Para sua segurança, números fiscais e de conta nunca são guardados. Digite-os novamente, por favor.',
    saving: 'Salvando…',
    saved: 'Salvo',
    unsaved: 'Ainda não foi salvo. Continuamos tentando; você pode prosseguir.',
    changed: 'Suas respostas foram alteradas em outra janela ou em outro aparelho.',
    loadNewer: 'Carregar as mais novas',
    keepMine: 'Manter as minhas',
  },
  plan: {
    label: 'Qual plano você quer?',
    none: '–',
    empty: 'Nenhum plano está disponível no momento. Pergunte a quem enviou você para cá.',
    errors: {
      choose: 'Escolha um plano',
      'tier-unavailable': 'O plano que você escolheu não é mais oferecido. Escolha outro',
    },
  },
}
