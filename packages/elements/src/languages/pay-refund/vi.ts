// The texts of a refund in <terminal-pay>, in Vietnamese.
import type { PayRefundDictionary } from '../dictionary.ts'

export const STRINGS: PayRefundDictionary = {
  refund: {
    heldNote: (name, time) =>
      time
        ? `Thao tác trước trên ${name} chưa có kết quả. ${name} sẽ rảnh muộn nhất lúc ${time}. Hãy đợi, hoặc chọn máy POS khác.`
        : `${name} đang bận. Hãy đợi, hoặc chọn máy POS khác.`,
    charge: (amount, name) => `Hoàn ${amount}${name && ` trên ${name}`}`,
    chargeAgain: (amount, name) => `Thử hoàn lại lần nữa ${amount}${name && ` trên ${name}`}`,
    chargeWhenFree: (amount, name) => `Hoàn ${amount} khi ${name} rảnh`,
    queued: (amount, name) => `Đang chờ ${name} – chưa hoàn ${amount}`,
    unsent: (amount) => `Chưa gửi – ${amount} chưa được hoàn`,
    unansweredNote: 'Việc hoàn tiền có thể đã bắt đầu. Đừng hoàn tiền lại. Chúng tôi vẫn đang kiểm tra.',
    authorizing: 'Đang hoàn tiền vào thẻ',
    steps: ['Liên lạc', 'Thẻ', 'Hoàn tiền'],
    stop: 'Ẩn lần hoàn tiền này',
    stopNote: 'Ẩn không hủy việc hoàn tiền.',
    cancel: 'Hủy hoàn tiền',
    unwatched: 'Lần hoàn tiền này có thể vẫn mở',
    watchAgain: 'Hiện lần hoàn tiền',
    doubt: (amount) => `Chúng tôi không biết ${amount} đã được hoàn hay chưa. Đừng hoàn tiền lại.`,
    review: (amount) => `Quản lý phải kiểm tra lần hoàn ${amount} này`,
    chargedAfterAll: (amount) => `${amount} thực ra đã được hoàn`,
    paidStop: 'Dừng: chưa chắc chắn. Hủy trên máy POS.',
    paidTwice: 'Có thể đã hoàn quá nhiều',
    paidTwiceNote:
      'Một lần hoàn tiền trước đã thành công, hoặc khoản thanh toán chưa chắc chắn. Hãy đưa cả hai mã tham chiếu cho quản lý.',
    paidBefore: 'Chưa chắc đã hoàn. Đừng hoàn tiền lại.',
    approved: (amount) => `Đã hoàn ${amount}`,
    markedPaid: (amount) => `${amount} được đánh dấu là đã hoàn`,
    paid: (amount) => `Đã hoàn ${amount}`,
    unpaid: {
      declined: 'Chưa hoàn tiền: bị từ chối',
      timed_out: 'Chưa hoàn tiền: không có thẻ kịp lúc',
      no_answer: 'Chưa hoàn tiền: bộ xử lý thẻ không trả lời',
      failed: 'Chưa hoàn tiền',
      not_started: 'Chưa hoàn tiền: không liên lạc được với máy POS',
      abandoned: 'Chưa hoàn tiền: chưa bắt đầu',
      closed_unpaid: 'Được đánh dấu là chưa hoàn',
    },
    ended: {
      declined: (amount) => `${amount} chưa được hoàn – bị từ chối`,
      timed_out: (amount) => `Không có thẻ kịp lúc – ${amount} chưa được hoàn`,
      no_answer: (amount) => `Bộ xử lý thẻ không trả lời – ${amount} chưa được hoàn`,
      failed: (amount) => `${amount} chưa được hoàn`,
      not_started: (amount) => `Không liên lạc được với máy POS – ${amount} chưa được hoàn`,
      abandoned: (amount) => `Chưa bắt đầu – ${amount} chưa được hoàn`,
      cancelled: (amount) => `Đã hủy trên máy POS – ${amount} chưa được hoàn`,
      cancelled_here: (amount) => `Đã hủy tại quầy – ${amount} chưa được hoàn`,
      closed_unpaid: (amount) => `${amount} được đánh dấu là chưa hoàn`,
    },
    canceledThere: 'Hoàn tiền đã hủy trên máy POS',
    canceledHere: 'Hoàn tiền đã hủy tại quầy',
    done: 'Xong',
    closed: 'Đã đóng hoàn tiền',
    refusedNote: 'Trang này hiện không đọc được lần hoàn tiền. Hãy đăng nhập lại, hoặc tải lại trang.',
    contactingNote: 'Việc này lâu hơn bình thường. Đừng hoàn tiền lại.',
    cancelingNote: 'Hãy đợi kết quả. Tiền có thể đã về thẻ.',
    terminalLostNote: 'Hãy cắm điện cho máy. Lần hoàn tiền vẫn mở cho đến khi có kết quả.',
    uncheckable: 'Không thể hỏi dịch vụ thanh toán về lần hoàn tiền này.',
    reviewNote: 'Đừng hoàn tiền lại. Hãy đưa mã tham chiếu cho quản lý.',
    chargedAfterAllNote: 'Ban đầu có tin là chưa hoàn tiền. Nay dịch vụ thanh toán báo lần hoàn tiền này.',
    disputedNote: 'Một thông tin cho biết đã hoàn tiền, một thông tin khác cho biết chưa hoàn tiền.',
    earlier: 'Mã tham chiếu trước',
    elsewhere: 'Từ lúc đó, quầy khác có thể đã hoàn khoản này.',
    saidUnpaid: 'Quản lý xác nhận chưa hoàn khoản nào.',
    decide: 'Quyết định về lần hoàn tiền',
    markPaid: 'Đã hoàn tiền',
    markPaidTitle: (amount) => `${amount} đã được hoàn`,
    markUnpaid: 'Chưa hoàn tiền',
    unpaidOnly: 'Chỉ khi quý vị đã thấy trên máy POS hoặc cổng thông tin người bán rằng chưa hoàn khoản nào.',
    unpaidThen:
      'Sau đó có thể hoàn tiền lần nữa. Nếu lần hoàn đầu thực ra đã thành công, khách sẽ nhận tiền hai lần.',
    unpaidSeen: 'Tôi đã xem: chưa hoàn khoản nào',
    undecided: { 'not-resolvable': 'Lần hoàn tiền đã có kết quả.' },
    problems: {
      'store-restored':
        'Việc hoàn tiền ở đây đang tạm dừng. Chưa hoàn khoản nào. Hãy báo cho quản lý của bạn.',
      'device-busy': 'Máy POS đang bận. Hãy đợi, hoặc chọn máy POS khác.',
      'queue-over': 'Chưa hoàn khoản nào. Máy POS bận trong 5 phút. Hãy thử lại, hoặc chọn máy POS khác.',
      'queue-left': 'Chưa hoàn khoản nào. Trang này bị ẩn trong lúc chờ. Hãy thử lại.',
      'earlier-attempt-unclear':
        'Chưa gửi gì. Một lần hoàn tiền trước của đơn hàng này đang được kiểm tra trước.',
      'not-cancelable': 'Không thể hủy lần hoàn tiền nữa.',
      session_lost: 'Dịch vụ thanh toán không còn nhận ra lần hoàn tiền. Chúng tôi vẫn đang kiểm tra.',
      identity_mismatch: 'Câu trả lời thuộc về thao tác khác.',
      'sale-not-refundable':
        'Chưa gửi gì. Không thể hoàn tiền đơn hàng này tại đây. Hãy hoàn tiền trên cổng thông tin người bán.',
      'refund-open': 'Chưa gửi gì. Một lần hoàn tiền khác của đơn hàng này chưa có kết quả. Hãy đợi kết quả.',
      'refund-exceeds-sale':
        'Chưa gửi gì. Số này lớn hơn số còn có thể hoàn. Hãy bắt đầu lần hoàn mới với số tiền nhỏ hơn.',
    },
    tooMuch: (left) =>
      left
        ? `Chưa gửi gì. Chỉ còn có thể hoàn ${left}. Hãy bắt đầu lần hoàn ${left} mới ở nơi quý vị đã bắt đầu lần này.`
        : 'Chưa gửi gì. Không còn khoản nào để hoàn.',
    refundOf: (amount) => `Hoàn ${amount}`,
    toCard: (ending) => `vào thẻ có số cuối ${ending}`,
    toPayer: 'vào thẻ đã thanh toán',
    partOf: (paid) => `Một phần của ${paid}`,
    payment: 'Mã tham chiếu của khoản thanh toán',
  },
}
