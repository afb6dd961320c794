// The texts of a refund in <terminal-pay>, in Korean.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `${name}의 이전 작업이 아직 결과가 없습니다. ${name}은(는) 늦어도 ${time}부터 사용할 수 있습니다. 기다리거나 다른 단말기를 선택하세요.`
        : `${name}은(는) 사용 중입니다. 기다리거나 다른 단말기를 선택하세요.`,
    charge: (amount, name) => `${amount} 환불${name && ` – ${name}`}`,
    chargeAgain: (amount, name) => `${amount} 환불 재시도${name && ` (${name})`}`,
    chargeWhenFree: (amount, name) => `${name} 사용 가능 시 ${amount} 환불`,
    queued: (amount, name) => `${name} 대기 중 – ${amount} 아직 환불되지 않음`,
    unsent: (amount) => `전송되지 않음 – ${amount} 환불되지 않음`,
    unansweredNote: '환불이 시작되었을 수 있습니다. 다시 환불하지 마세요. 계속 확인하고 있습니다.',
    authorizing: '카드로 환불하는 중',
    steps: ['연결', '카드', '환불'],
    stop: '이 환불 숨기기',
    stopNote: '숨겨도 환불은 취소되지 않습니다.',
    cancel: '환불 취소',
    unwatched: '이 환불은 아직 진행 중일 수 있습니다',
    watchAgain: '환불 보기',
    doubt: (amount) => `${amount} 환불이 되었는지 알 수 없습니다. 다시 환불하지 마세요.`,
    review: (amount) => `관리자가 이 ${amount} 환불을 확인해야 합니다`,
    chargedAfterAll: (amount) => `${amount}이(가) 실제로는 환불되었습니다`,
    paidStop: '중단하세요. 환불이 불확실합니다. 단말기에서 취소하세요.',
    paidTwice: '너무 많이 환불되었을 수 있습니다',
    paidTwiceNote: '이전 환불이 이루어졌거나 결제가 불확실합니다. 두 참조 번호를 모두 관리자에게 전달하세요.',
    paidBefore: '환불이 불확실합니다. 다시 환불하지 마세요.',
    approved: (amount) => `${amount} 환불됨`,
    markedPaid: (amount) => `${amount} 환불됨으로 표시됨`,
    paid: (amount) => `${amount} 환불됨`,
    unpaid: {
      declined: '환불 안 됨: 거절됨',
      timed_out: '환불 안 됨: 제때 카드가 제시되지 않았습니다',
      no_answer: '환불 안 됨: 카드 처리사가 응답하지 않았습니다',
      failed: '환불 안 됨',
      not_started: '환불 안 됨: 단말기에 연결하지 못했습니다',
      abandoned: '환불 안 됨: 시작되지 않았습니다',
      closed_unpaid: '환불 안 됨으로 표시함',
    },
    ended: {
      declined: (amount) => `${amount} 환불 안 됨 – 거절됨`,
      timed_out: (amount) => `제때 카드가 제시되지 않음 – ${amount} 환불 안 됨`,
      no_answer: (amount) => `카드 처리사 응답 없음 – ${amount} 환불 안 됨`,
      failed: (amount) => `${amount} 환불 안 됨`,
      not_started: (amount) => `단말기에 연결하지 못함 – ${amount} 환불 안 됨`,
      abandoned: (amount) => `시작되지 않음 – ${amount} 환불 안 됨`,
      cancelled: (amount) => `단말기에서 취소됨 – ${amount} 환불 안 됨`,
      cancelled_here: (amount) => `계산대에서 취소됨 – ${amount} 환불 안 됨`,
      closed_unpaid: (amount) => `${amount} 환불 안 됨으로 표시됨`,
    },
    canceledThere: '단말기에서 환불이 취소되었습니다',
    canceledHere: '계산대에서 환불이 취소되었습니다',
    done: '완료',
    closed: '환불 닫힘',
    refusedNote: '지금은 이 페이지에서 환불을 읽을 수 없습니다. 다시 로그인하거나 페이지를 새로 고치세요.',
    contactingNote: '평소보다 오래 걸립니다. 다시 환불하지 마세요.',
    cancelingNote: '결과를 기다리세요. 이미 카드로 환불되었을 수 있습니다.',
    terminalLostNote: '전원을 연결하세요. 결과가 나올 때까지 환불은 끝나지 않습니다.',
    uncheckable: '이 환불은 결제 서비스에 조회할 수 없습니다.',
    reviewNote: '다시 환불하지 마세요. 참조 번호를 관리자에게 전달하세요.',
    chargedAfterAllNote:
      '처음에는 환불되지 않았다고 보고되었습니다. 이제 결제 서비스가 이 환불을 보고합니다.',
    disputedNote: '환불되었다는 기록과 환불되지 않았다는 기록이 함께 있습니다.',
    earlier: '이전 참조 번호',
    elsewhere: '그 후 다른 계산대에서 환불했을 수 있습니다.',
    saidUnpaid: '관리자가 환불되지 않았음을 확인했습니다.',
    decide: '이 환불 판단',
    markPaid: '환불되었음',
    markPaidTitle: (amount) => `${amount} 환불되었음`,
    markUnpaid: '환불되지 않았음',
    unpaidOnly: '단말기나 가맹점 포털에서 환불되지 않은 것을 확인한 경우에만 사용하세요.',
    unpaidThen: '그 후 다시 환불할 수 있습니다. 첫 환불이 실제로 이루어졌다면 고객이 돈을 두 번 받습니다.',
    unpaidSeen: '확인했습니다. 환불되지 않았습니다',
    undecided: { 'not-resolvable': '이 환불은 이제 결과가 나왔습니다.' },
    problems: {
      'store-restored': '여기서는 환불이 일시 중지되었습니다. 환불되지 않았습니다. 관리자에게 알리세요.',
      'device-busy': '단말기가 사용 중이었습니다. 기다리거나 다른 단말기를 선택하세요.',
      'queue-over':
        '환불되지 않았습니다. 단말기가 5분 동안 사용 중이었습니다. 다시 시도하거나 다른 단말기를 선택하세요.',
      'queue-left': '환불되지 않았습니다. 기다리는 동안 이 페이지가 숨겨져 있었습니다. 다시 시도하세요.',
      'earlier-attempt-unclear':
        '아무것도 전송되지 않았습니다. 이 주문의 이전 환불을 먼저 확인하고 있습니다.',
      'not-cancelable': '환불을 더 이상 취소할 수 없습니다.',
      session_lost: '결제 서비스에서 이 환불을 더 이상 찾을 수 없습니다. 계속 확인하고 있습니다.',
      identity_mismatch: '응답이 다른 작업의 것입니다.',
      'sale-not-refundable':
        '아무것도 전송되지 않았습니다. 이 주문은 여기서 환불할 수 없습니다. 가맹점 포털에서 환불하세요.',
      'refund-open':
        '아무것도 전송되지 않았습니다. 이 주문의 다른 환불이 아직 결과가 없습니다. 결과를 기다리세요.',
      'refund-exceeds-sale':
        '아무것도 전송되지 않았습니다. 환불할 수 있는 남은 금액보다 많습니다. 더 적은 금액으로 환불을 새로 시작하세요.',
    },
    tooMuch: (left) =>
      left
        ? `아무것도 전송되지 않았습니다. 환불할 수 있는 남은 금액은 ${left}입니다. 이 환불을 시작한 곳에서 ${left} 환불을 새로 시작하세요.`
        : '아무것도 전송되지 않았습니다. 환불할 금액이 남아 있지 않습니다.',
    refundOf: (amount) => `${amount} 환불`,
    toCard: (ending) => `끝자리 ${ending} 카드로`,
    toPayer: '결제한 카드로',
    partOf: (paid) => `${paid} 중 일부`,
    payment: '결제 참조 번호',
  },
}
