// The texts of the first render of <merchant-apply>, in Vietnamese.
import type { ApplyDictionary } from '../dictionary.ts'

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'Chế độ thử',
    testNote: 'Chế độ thử: không có gì quý vị nhập được gửi đến ngân hàng. Hãy dùng dữ liệu mẫu.',
    fillSample: 'Điền dữ liệu mẫu',
    partner: (name) => `Đăng ký với ${name}`,
    steps: {
      start: 'Trước khi bắt đầu',
      plan: 'Chọn gói dịch vụ',
      business: 'Doanh nghiệp của quý vị',
      tax: 'Thông tin thuế',
      contact: 'Địa chỉ và liên lạc',
      signers: 'Chủ sở hữu và người ký',
      bank: 'Tài khoản ngân hàng',
      review: 'Kiểm tra câu trả lời',
      agreement: 'Thỏa thuận',
      done: 'Đơn của quý vị',
    },
    stepOf: (number, of) => `Bước ${number} trên ${of}`,
    progress: 'Tiến độ',
    marked: {
      past: (step) => `${step}, đã xong`,
      wrong: (step) => `${step}, cần sửa`,
    },
    begin: 'Bắt đầu',
    continue: 'Tiếp tục',
    back: 'Quay lại',
    problem: 'Có vấn đề cần xử lý',
    unset: 'Phần đăng ký này hiện không được thiết lập. Vui lòng hỏi nơi đã giới thiệu quý vị đến đây.',
    unreached: 'Không kết nối được với máy chủ. Hãy kiểm tra kết nối.',
    faults: {
      'token-unreachable': 'Trang này không kết nối được với máy chủ của trang. Hãy kiểm tra kết nối.',
      'token-unauthorized':
        'Quý vị đã đăng xuất hoặc không có quyền với phần đăng ký này. Hãy đăng nhập lại hoặc hỏi nơi đã giới thiệu quý vị đến đây.',
      'token-unavailable': 'Máy chủ hiện chưa sẵn sàng.',
      'token-limited': 'Máy chủ đang bận: có quá nhiều yêu cầu cùng lúc.',
    },
    retrying: (seconds) => (seconds ? `Thử lại sau ${seconds} giây` : 'Đang thử lại…'),
    tryAgain: 'Thử lại',
    stuck: 'Không tải được trang tiếp theo. Hãy kiểm tra kết nối. Những gì quý vị đã nhập không bị mất.',
    takes:
      'Mất khoảng mười phút. Quý vị có thể dừng bất cứ lúc nào rồi quay lại: câu trả lời được giữ trong 60 ngày.',
    ready: 'Hãy chuẩn bị sẵn',
    things: [
      'mã số thuế Hoa Kỳ: EIN, hoặc SSN hay ITIN của doanh nghiệp một chủ',
      'với mỗi chủ sở hữu từ 25% trở lên và mỗi người ký: địa chỉ nhà, ngày sinh, SSN hoặc ITIN, số di động',
      'số định tuyến (routing number) và số tài khoản tại ngân hàng Hoa Kỳ – hoặc bổ sung sau',
    ],
    resumed: (when) => `Chào mừng quý vị trở lại. Đây là câu trả lời đã lưu ngày ${when}.`,
    startOver: 'Làm lại từ đầu',
    startOverSure: 'Xóa mọi câu trả lời và làm lại từ đầu?',
    startOverYes: 'Xóa câu trả lời của tôi',
    keep: 'Giữ lại',
    again: 'Vì sự an toàn của quý vị, mã số thuế và số tài khoản không bao giờ được lưu. Vui lòng nhập lại.',
    saving: 'Đang lưu…',
    saved: 'Đã lưu',
    unsaved: 'Chưa lưu được. Chúng tôi tiếp tục thử; quý vị cứ làm tiếp.',
    changed: 'Câu trả lời của quý vị đã được thay đổi ở cửa sổ khác hoặc trên thiết bị khác.',
    loadNewer: 'Tải bản mới hơn',
    keepMine: 'Giữ bản ở đây',
  },
  plan: {
    label: 'Quý vị muốn gói nào?',
    none: '–',
    empty: 'Hiện không có gói nào. Vui lòng hỏi nơi đã giới thiệu quý vị đến đây.',
    errors: {
      choose: 'Hãy chọn một gói',
      'tier-unavailable': 'Gói quý vị chọn không còn nữa. Hãy chọn gói khác',
    },
  },
}
