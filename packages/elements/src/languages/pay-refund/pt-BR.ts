// The texts of a refund in <terminal-pay>, in Brazilian Portuguese.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Uma operação anterior em ${name} ainda não tem resultado. ${name} fica livre no máximo às ${time}. Espere ou escolha outra maquininha.`
        : `${name} está em uso. Espere ou escolha outra maquininha.`,
    charge: (amount, name) => `Reembolsar ${amount}${name && ` em ${name}`}`,
    chargeAgain: (amount, name) => `Tentar de novo: reembolsar ${amount}${name && ` em ${name}`}`,
    chargeWhenFree: (amount, name) => `Reembolsar ${amount} quando ${name} estiver livre`,
    queued: (amount, name) => `Aguardando ${name} – ${amount} ainda não reembolsados`,
    unsent: (amount) => `Não enviado – ${amount} não reembolsados`,
    unansweredNote: 'O reembolso pode ter começado. Não reembolse de novo. Continuamos verificando.',
    authorizing: 'Reembolsando no cartão',
    steps: ['Conexão', 'Cartão', 'Reembolso'],
    stop: 'Ocultar o reembolso',
    stopNote: 'Ocultar não cancela o reembolso.',
    cancel: 'Cancelar o reembolso',
    unwatched: 'Este reembolso pode continuar aberto',
    watchAgain: 'Mostrar o reembolso',
    doubt: (amount) => `Não sabemos se ${amount} foram reembolsados. Não reembolse de novo.`,
    review: (amount) => `Um gerente precisa verificar este reembolso de ${amount}`,
    chargedAfterAll: (amount) => `${amount} foram reembolsados, afinal`,
    paidStop: 'Pare: reembolso incerto. Cancele na maquininha.',
    paidTwice: 'Pode ter sido reembolsado demais',
    paidTwiceNote:
      'Um reembolso anterior foi feito, ou o pagamento está sem confirmação. Passe as duas referências ao gerente.',
    paidBefore: 'Reembolso incerto. Não reembolse de novo.',
    approved: (amount) => `${amount} reembolsados`,
    markedPaid: (amount) => `${amount} marcados como reembolsados`,
    paid: (amount) => `Reembolsado: ${amount}`,
    unpaid: {
      declined: 'Não reembolsado: recusado',
      timed_out: 'Não reembolsado: nenhum cartão foi apresentado a tempo',
      no_answer: 'Não reembolsado: a processadora de cartões não respondeu',
      failed: 'Não reembolsado',
      not_started: 'Não reembolsado: não foi possível acessar a maquininha',
      abandoned: 'Não reembolsado: não foi iniciado',
      closed_unpaid: 'Marcado como não reembolsado',
    },
    ended: {
      declined: (amount) => `${amount} não reembolsados – recusado`,
      timed_out: (amount) => `Nenhum cartão a tempo – ${amount} não reembolsados`,
      no_answer: (amount) => `Sem resposta da processadora de cartões – ${amount} não reembolsados`,
      failed: (amount) => `${amount} não reembolsados`,
      not_started: (amount) => `Sem acesso à maquininha – ${amount} não reembolsados`,
      abandoned: (amount) => `Não iniciado – ${amount} não reembolsados`,
      cancelled: (amount) => `Cancelado na maquininha – ${amount} não reembolsados`,
      cancelled_here: (amount) => `Cancelado no caixa – ${amount} não reembolsados`,
      closed_unpaid: (amount) => `${amount} marcados como não reembolsados`,
    },
    canceledThere: 'Reembolso cancelado na maquininha',
    canceledHere: 'Reembolso cancelado no caixa',
    done: 'Concluir',
    closed: 'Reembolso fechado',
    refusedNote: 'Esta página não pode ler o reembolso agora. Entre de novo ou recarregue a página.',
    contactingNote: 'Está demorando mais que o normal. Não reembolse de novo.',
    cancelingNote: 'Espere o resultado. O dinheiro pode já estar no cartão.',
    terminalLostNote: 'Conecte-a. O reembolso fica aberto até haver um resultado.',
    uncheckable: 'Não é possível consultar o serviço de pagamento sobre este reembolso.',
    reviewNote: 'Não reembolse de novo. Passe a referência ao gerente.',
    chargedAfterAllNote:
      'Primeiro soubemos que não foi reembolsado. Agora o serviço de pagamento informa este reembolso.',
    disputedNote: 'Um registro diz que foi reembolsado, outro diz que não foi.',
    earlier: 'Referência anterior',
    elsewhere: 'Outro caixa pode ter reembolsado isto desde então.',
    saidUnpaid: 'Um gerente confirmou que nada foi reembolsado.',
    decide: 'Resolver este reembolso',
    markPaid: 'Foi reembolsado',
    markPaidTitle: (amount) => `${amount} foram reembolsados`,
    markUnpaid: 'Não foi reembolsado',
    unpaidOnly: 'Só se você viu na maquininha ou no portal do lojista que nada foi reembolsado.',
    unpaidThen:
      'Depois é possível reembolsar de novo. Se o primeiro reembolso foi feito afinal, o cliente recebe o dinheiro duas vezes.',
    unpaidSeen: 'Eu verifiquei: nada foi reembolsado',
    undecided: { 'not-resolvable': 'O reembolso já tem o seu resultado.' },
    problems: {
      'store-restored': 'Os reembolsos estão pausados aqui. Nada foi reembolsado. Avise o seu gerente.',
      'device-busy': 'A maquininha estava em uso. Espere ou escolha outra maquininha.',
      'queue-over':
        'Nada foi reembolsado. A maquininha ficou ocupada por 5 minutos. Tente de novo ou escolha outra maquininha.',
      'queue-left': 'Nada foi reembolsado. Esta página estava oculta enquanto esperava. Tente de novo.',
      'earlier-attempt-unclear':
        'Nada foi enviado. Primeiro está sendo verificado um reembolso anterior deste pedido.',
      'not-cancelable': 'O reembolso não pode mais ser cancelado.',
      session_lost: 'O serviço de pagamento não conhece mais o reembolso. Continuamos verificando.',
      identity_mismatch: 'A resposta pertence a outra operação.',
      'sale-not-refundable':
        'Nada foi enviado. Este pedido não pode ser reembolsado aqui. Reembolse-o no portal do lojista.',
      'refund-open':
        'Nada foi enviado. Outro reembolso deste pedido ainda não tem resultado. Espere por ele.',
      'refund-exceeds-sale':
        'Nada foi enviado. É mais do que ainda pode ser reembolsado. Inicie um reembolso de valor menor.',
    },
    tooMuch: (left) =>
      left
        ? `Nada foi enviado. Só restam ${left} para reembolsar. Inicie um novo reembolso de ${left} onde iniciou este.`
        : 'Nada foi enviado. Não resta nada para reembolsar.',
    refundOf: (amount) => `Reembolsar ${amount}`,
    toCard: (ending) => `no cartão com final ${ending}`,
    toPayer: 'no cartão do pagamento',
    partOf: (paid) => `Parte de ${paid}`,
    payment: 'Referência do pagamento',
  },
}
