// The texts of the fields of <merchant-apply> up to the signers, in Vietnamese.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = 'Hãy nhập đầy đủ số nhà và tên đường'
const ZIP = 'Hãy nhập mã ZIP gồm 5 chữ số, ví dụ 08701'
const POSTAL = 'Hãy nhập mã bưu chính, ví dụ K1A 0B1'
const PROVINCE = 'Hãy chọn tỉnh bang hoặc lãnh thổ'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(không bắt buộc)',
    choose: 'Hãy chọn',
    show: 'Hiện',
    showing: (label) => `Hiện ${label}`,
    add: (label) => `Thêm: ${label}`,
    again: 'Hãy nhập lại: vì sự an toàn của quý vị, mục này không được lưu.',
    unclear: 'Hãy nhập số tiền chỉ bằng chữ số, ví dụ 250000: cách viết này có thể hiểu theo hai cách',
    count: (used, max) => (used > max ? `Thừa ${used - max}` : `${used} trên ${max} ký tự`),
    suggestions: (label) => `Gợi ý: ${label}`,
    found: (count) => `${count} gợi ý. Nhấn mũi tên xuống để chọn.`,
    filled: 'Đã điền: hãy kiểm tra',
    savedPart: 'Đã lưu, trừ các số mà chúng tôi không bao giờ giữ lại',
    month: 'Tháng',
    day: 'Ngày',
    year: 'Năm',
    about: (whose, message) => `${whose}: ${message}`,
    check: (label) => `Hãy kiểm tra “${label}”`,
    refused: 'Câu trả lời này không được chấp nhận. Hãy kiểm tra và nhập lại.',
    refusals: {
      name: 'Câu trả lời này không được chấp nhận. Hãy nhập tên đúng như trên giấy tờ chính thức.',
      number: 'Câu trả lời này không được chấp nhận. Hãy so từng chữ số với giấy tờ.',
      reach: 'Câu trả lời này không được chấp nhận. Hãy kiểm tra xem đã đầy đủ và còn dùng không.',
      place: 'Câu trả lời này không được chấp nhận. Hãy so địa chỉ với hóa đơn hoặc thư gần đây.',
      date: 'Câu trả lời này không được chấp nhận. Hãy so ngày với giấy tờ chính thức.',
    },
    warnings: {
      'statement-cut': 'Sao kê chỉ hiện 22 ký tự',
      'ein-prefix': 'Số ít gặp: có đúng không?',
      'account-card': 'Đây có phải số thẻ không?',
      'zip-state': 'Đúng bang không?',
      'sole-name':
        'Tên pháp lý của doanh nghiệp một chủ thường là tên của chính người chủ: vui lòng kiểm tra',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `Mã ${zip} thuộc ${found}. Chọn ${chosen} có đúng không?`,
    country: {
      label: 'Quốc gia',
      errors: { choose: 'Hãy chọn quốc gia', country: 'Hãy chọn quốc gia' },
    },
    streetAddress: {
      label: 'Số nhà, tên đường',
      errors: {
        required: 'Hãy nhập số nhà và tên đường',
        'too-short': STREET,
        'too-long': 'Dùng tối đa 100 ký tự cho số nhà và tên đường',
        'text-characters': STREET,
        'po-box': 'Hãy nhập số nhà và tên đường, không dùng hộp thư (PO box)',
      },
    },
    streetAddress2: {
      label: 'Căn hộ, phòng hoặc đơn vị',
      errors: {
        'too-long': 'Dùng tối đa 100 ký tự cho căn hộ',
        'po-box': 'Hãy bỏ hộp thư (PO box)',
      },
    },
    city: {
      label: 'Thành phố',
      errors: {
        required: 'Hãy nhập thành phố',
        'too-short': 'Hãy nhập tên thành phố',
        'too-long': 'Dùng tối đa 50 ký tự cho thành phố',
        'text-characters': 'Hãy nhập tên thành phố',
      },
    },
    state: {
      US: {
        label: 'Tiểu bang hoặc lãnh thổ',
        errors: {
          'state-unknown': 'Hãy chọn tiểu bang',
          'state-military': 'Hãy chọn tiểu bang, không chọn địa chỉ quân đội',
        },
      },
      CA: {
        label: 'Tỉnh bang hoặc lãnh thổ',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'Mã ZIP',
        errors: { required: 'Hãy nhập mã ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'Mã bưu chính',
        errors: { required: 'Hãy nhập mã bưu chính', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'Đây là loại hình doanh nghiệp nào?',
        errors: { choose: 'Hãy chọn loại hình doanh nghiệp' },
      },
      corporateName: {
        label: 'Tên pháp lý của doanh nghiệp',
        hint: 'Như trong tờ khai thuế. Với doanh nghiệp một chủ, đây thường là tên của chính quý vị.',
        errors: {
          required: 'Hãy nhập tên pháp lý của doanh nghiệp',
          'too-short': 'Hãy nhập đầy đủ tên pháp lý',
          'too-long': 'Dùng tối đa 100 ký tự cho tên pháp lý',
          latin: 'Dùng chữ cái La-tinh, chữ số và dấu câu thông thường cho tên pháp lý',
        },
      },
      dbaSame: {
        label: 'Khách hàng cũng biết chúng tôi qua tên này',
        errors: { 'dba-needed': 'Hãy bỏ chọn mục này và nhập tên giao dịch dài tối đa 60 ký tự' },
      },
      dbaName: {
        label: 'Tên giao dịch',
        hint: 'Tên trên bảng hiệu hoặc trang web, tiếng Anh gọi là “doing business as” (DBA).',
        errors: {
          required: 'Hãy nhập tên giao dịch',
          'too-short': 'Hãy nhập đầy đủ tên giao dịch',
          'too-long': 'Dùng tối đa 60 ký tự cho tên giao dịch',
          latin: 'Dùng chữ cái La-tinh, chữ số và dấu câu thông thường cho tên giao dịch',
        },
      },
      productSold: {
        label: 'Quý vị bán gì?',
        hint: 'Ví dụ “Sửa ống nước và thiết bị phòng tắm”.',
        errors: {
          required: 'Hãy nhập mặt hàng hoặc dịch vụ quý vị bán',
          'too-short': 'Hãy nói rõ hơn một chút quý vị bán gì',
          'too-long': 'Dùng tối đa 200 ký tự cho phần quý vị bán gì',
          'text-characters': 'Hãy nói rõ hơn một chút quý vị bán gì',
        },
      },
      website: {
        label: 'Trang web',
        errors: {
          website: 'Hãy nhập trang web, ví dụ www.example.com, hoặc để trống',
          'website-private': 'Hãy nhập trang web mà ai cũng mở được, hoặc để trống',
          'too-long': 'Dùng tối đa 255 ký tự cho trang web',
        },
      },
      businessStartDate: {
        label: 'Doanh nghiệp bắt đầu khi nào?',
        hint: 'Chỉ cần tháng và năm.',
        errors: {
          required: 'Hãy nhập ngày doanh nghiệp bắt đầu',
          'date-incomplete': 'Hãy nhập tháng và năm (bốn chữ số) bắt đầu',
          'date-not-real': 'Hãy kiểm tra ngày bắt đầu: ngày này không tồn tại',
          'date-future': 'Hãy nhập ngày bắt đầu không ở tương lai',
          'date-too-early': 'Hãy nhập ngày bắt đầu sau năm 1799',
        },
      },
      annualCreditCardSales: {
        label: 'Doanh số thẻ mỗi năm, bằng đô la',
        hint: 'Chỉ cần ước tính.',
        errors: { amount: 'Hãy nhập doanh số thẻ theo đô la tròn, ví dụ 250000, hoặc để trống' },
      },
    },
    types: {
      soleProprietorship: ['Doanh nghiệp một chủ', 'Quý vị sở hữu một mình và không đăng ký thành công ty.'],
      partnership: ['Hợp danh (partnership)', 'Hai người trở lên cùng sở hữu.'],
      llc: ['Công ty trách nhiệm hữu hạn (LLC)', 'Đăng ký dưới dạng LLC, có một hoặc nhiều chủ sở hữu.'],
      corporation: ['Công ty cổ phần (corporation)', 'Đăng ký dưới dạng corporation, có cổ đông.'],
      nonProfit: [
        'Phi lợi nhuận',
        'Hội từ thiện, nhà thờ, câu lạc bộ hoặc mục đích khác, không vì lợi nhuận.',
      ],
      government: ['Cơ quan nhà nước', 'Một cơ quan công, như thành phố hoặc học khu.'],
    },
    statement: 'Trên sao kê thẻ của khách hàng:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'Quý vị dùng số nào để khai thuế?',
        errors: {
          choose: 'Hãy chọn số mà quý vị dùng để khai thuế',
          'ein-needed': 'Hãy chọn EIN: loại hình doanh nghiệp này cần có EIN',
        },
      },
      taxId: {
        label: 'EIN (mã số nhận dạng chủ lao động)',
        hint: 'Chín chữ số, ví dụ 12-3456789. Số này có trong thư của Sở Thuế Vụ (IRS) và trong tờ khai thuế.',
        errors: {
          required: 'Hãy nhập EIN',
          'nine-digits': 'Hãy nhập EIN gồm chín chữ số',
          'ein-invalid': 'Hãy kiểm tra EIN: số này không hợp lệ',
        },
      },
    },
    types: {
      EIN: ['EIN', 'Sở Thuế Vụ (IRS) đã cấp cho doanh nghiệp một số riêng.'],
      SSN: ['Số An sinh Xã hội (SSN)', 'Quý vị đóng thuế của doanh nghiệp bằng số của chính mình.'],
      ITIN: ['ITIN', 'Thay vào đó, quý vị có mã số thuế cá nhân.'],
    },
    later:
      'Ở đây không cần nhập gì: số này chỉ được hỏi một lần, cùng thông tin của quý vị trong “Chủ sở hữu và người ký”.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'Điện thoại doanh nghiệp',
        errors: {
          required: 'Hãy nhập số điện thoại doanh nghiệp',
          phone: 'Hãy nhập số điện thoại doanh nghiệp gồm mười chữ số, ví dụ (732) 555-0123',
        },
      },
      businessEmail: {
        label: 'Email doanh nghiệp',
        errors: {
          email: 'Hãy nhập email, ví dụ name@example.com, hoặc để trống',
          'too-long': 'Dùng tối đa 100 ký tự cho email',
        },
      },
      mailingSame: { label: 'Gửi thư đến địa chỉ doanh nghiệp', errors: {} },
    },
    business: 'Địa chỉ doanh nghiệp',
    noBox: 'Nơi quý vị làm việc, không phải hộp thư (PO box). Nếu làm việc tại nhà, hãy nhập địa chỉ nhà.',
    reach: 'Điện thoại và email',
    mail: 'Địa chỉ nhận thư',
  },
}
