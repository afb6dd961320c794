// The texts of <merchant-apply> for people and bank account, in Vietnamese.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: 'Danh sách người',
        errors: {
          'signers-none': 'Hãy thêm ít nhất một người',
          'signers-many': 'Hãy xóa bớt người: chỉ được ghi tối đa mười người',
          'signers-sole': 'Hãy xóa bớt người: doanh nghiệp một chủ chỉ có một người',
          'percent-sum': 'Hãy sửa các phần sở hữu: tổng cộng vượt quá 100%',
          'owners-many': 'Hãy sửa các phần sở hữu: tối đa bốn người có thể sở hữu từ 25% trở lên',
          'control-person': 'Hãy chọn “Sửa” ở người điều hành doanh nghiệp và đánh dấu ô đó',
          'primary-one': 'Hãy chọn người mà chúng tôi nên liên lạc',
        },
      },
      allOwnersListed: {
        label: 'Mọi người sở hữu từ 25% trở lên đã có trong danh sách',
        errors: { 'owners-unconfirmed': 'Hãy xác nhận danh sách có đủ các chủ sở hữu' },
      },
      isPrimary: { label: 'Chúng tôi nên liên lạc với ai về đơn này?', errors: {} },
      isControlPerson: {
        label: 'Người này điều hành doanh nghiệp',
        hint: 'Người ra quyết định hằng ngày cho doanh nghiệp, như chủ tịch hoặc quản lý. Một người là đủ. Ngân hàng gọi là “control person”.',
        errors: {},
      },
      firstName: {
        label: 'Tên',
        errors: {
          required: 'Hãy nhập tên',
          'name-characters': 'Dùng chữ cái, khoảng trắng, gạch nối và dấu nháy cho tên',
          'too-long': 'Dùng tối đa 35 ký tự cho tên',
        },
      },
      lastName: {
        label: 'Họ',
        errors: {
          required: 'Hãy nhập họ',
          'name-characters': 'Dùng chữ cái, khoảng trắng, gạch nối và dấu nháy cho họ',
          'too-long': 'Dùng tối đa 35 ký tự cho họ',
        },
      },
      title: {
        label: 'Chức vụ trong doanh nghiệp',
        hint: 'Chọn từ danh sách hoặc nhập chức vụ khác.',
        errors: {
          required: 'Hãy nhập chức vụ trong doanh nghiệp',
          ampersand: 'Hãy viết “và” thay cho & trong chức vụ',
          'too-short': 'Hãy nhập chức vụ trong doanh nghiệp',
          'too-long': 'Dùng tối đa 60 ký tự cho chức vụ',
          'text-characters': 'Hãy nhập chức vụ trong doanh nghiệp',
        },
      },
      ownershipPercentage: {
        label: 'Phần sở hữu doanh nghiệp',
        hint: 'Theo phần trăm, không có số lẻ. Nhập 0 nếu người đó không sở hữu gì.',
        errors: {
          required: 'Hãy nhập phần sở hữu, hoặc 0',
          percent: 'Hãy nhập phần sở hữu là số nguyên từ 0 đến 100',
          'percent-sole': 'Hãy nhập 100: người chủ duy nhất sở hữu toàn bộ doanh nghiệp',
        },
      },
      dateOfBirth: {
        label: 'Ngày sinh',
        errors: {
          required: 'Hãy nhập ngày sinh',
          'date-incomplete': 'Hãy nhập ngày, tháng và năm (bốn chữ số) sinh',
          'date-not-real': 'Hãy kiểm tra ngày sinh: ngày này không tồn tại',
          'date-future': 'Hãy nhập ngày sinh không ở tương lai',
          'under-18': 'Hãy kiểm tra ngày sinh: người này phải từ 18 tuổi trở lên',
          'over-120': 'Hãy kiểm tra ngày sinh: đã hơn 120 năm trước',
        },
      },
      ssn: {
        label: 'Số An sinh Xã hội (SSN) hoặc ITIN',
        hint: 'Chín chữ số, ví dụ 123-45-6789. Cần để xác nhận ai sở hữu và điều hành doanh nghiệp.',
        errors: {
          required: 'Hãy nhập SSN hoặc ITIN',
          'nine-digits': 'Hãy nhập SSN hoặc ITIN gồm chín chữ số',
          'ssn-invalid': 'Hãy kiểm tra SSN hoặc ITIN: số này không hợp lệ',
          'ssn-sample': 'Hãy nhập số thật: số này chỉ để thử',
          'ssn-expected': 'Hãy nhập SSN: quý vị đã chọn loại này trong “Thông tin thuế”, còn đây là ITIN',
          'itin-expected':
            'Hãy nhập ITIN: quý vị đã chọn loại này trong “Thông tin thuế”, còn đây không phải ITIN',
          'ssn-repeated': 'Hãy kiểm tra số này: một người khác trong danh sách có cùng số',
        },
      },
      ownerCellPhone: {
        label: 'Điện thoại di động',
        errors: {
          required: 'Hãy nhập số di động',
          phone: 'Hãy nhập số di động gồm mười chữ số, ví dụ (732) 555-0123',
          'phone-toll-free': 'Hãy nhập số di động, không dùng số miễn cước',
        },
      },
    },
    who: 'Hãy ghi mọi người sở hữu từ 25% trở lên và một người điều hành doanh nghiệp. Tối đa mười người.',
    onlyYou: 'Doanh nghiệp một chủ chỉ có quý vị: hãy ghi chính mình.',
    nobodyElse: 'Không ai khác sở hữu một phần doanh nghiệp',
    add: 'Thêm người',
    addYou: 'Thêm chính mình',
    startYou: 'Bắt đầu với thông tin của quý vị',
    addMore: 'Thêm người khác',
    change: 'Sửa',
    remove: 'Xóa',
    undo: 'Hoàn tác',
    removed: (name) => `Đã xóa ${name}`,
    person: (number) => `Người thứ ${number}`,
    of: (word, name) => `${word} ${name}`,
    shares: (percent, all) => `Phần sở hữu đến nay: ${percent} trên ${all}`,
    missing: (count) => `${count} câu trả lời cần xem lại`,
    control: 'Điều hành doanh nghiệp',
    primary: 'Người liên lạc chính',
    address: 'Địa chỉ nhà',
    copy: 'Dùng địa chỉ doanh nghiệp',
    save: 'Lưu người này',
    back: 'Quay lại',
    cancel: 'Hủy',
    titleNames: [
      'Chủ sở hữu',
      'Đồng sở hữu',
      'Chủ tịch',
      'Tổng giám đốc (CEO)',
      'Giám đốc tài chính (CFO)',
      'Thành viên quản lý',
      'Thành viên',
      'Thành viên hợp danh',
      'Giám đốc',
      'Thủ quỹ',
      'Thư ký',
      'Quản lý',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: 'Chúng tôi gửi tiền bán hàng vào đâu?', errors: {} },
      'banking.bankName': {
        label: 'Tên ngân hàng',
        errors: {
          required: 'Hãy nhập tên ngân hàng',
          'too-short': 'Hãy nhập tên ngân hàng',
          'too-long': 'Dùng tối đa 60 ký tự cho tên ngân hàng',
          'text-characters': 'Hãy nhập tên ngân hàng',
        },
      },
      'banking.routingNumber': {
        label: 'Số định tuyến (routing number)',
        hint: 'Chín chữ số',
        errors: {
          required: 'Hãy nhập số định tuyến',
          'nine-digits': 'Hãy nhập số định tuyến gồm chín chữ số',
          'routing-invalid': 'Hãy kiểm tra số định tuyến: có một chữ số không đúng',
        },
      },
      'banking.accountNumber': {
        label: 'Số tài khoản',
        hint: 'Của tài khoản thanh toán (checking) của doanh nghiệp, 4 đến 17 chữ số',
        errors: {
          required: 'Hãy nhập số tài khoản',
          'account-digits': 'Hãy nhập số tài khoản từ 4 đến 17 chữ số',
          'account-invalid': 'Hãy kiểm tra số tài khoản: số này không hợp lệ',
          'account-is-routing': 'Hãy nhập số tài khoản: đây là số định tuyến',
        },
      },
    },
    now: 'Nhập tài khoản ngay',
    later: ['Bổ sung sau', 'Quý vị có thể gửi đơn mà chưa cần tài khoản.'],
    drawing: 'Tấm séc giấy: dọc phía dưới là số định tuyến, rồi đến số tài khoản.',
    where: 'Cả hai số nằm ở phía dưới tấm séc giấy và trong ứng dụng của ngân hàng.',
    routing: 'Định tuyến',
    account: 'Tài khoản',
  },
}
