// The texts of the fields of <merchant-apply> up to the signers, in Korean.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = '도로명 주소를 빠짐없이 입력하세요'
const ZIP = '08701과 같은 5자리 우편번호를 입력하세요'
const POSTAL = 'K1A 0B1과 같은 우편번호를 입력하세요'
const PROVINCE = '주 또는 준주를 선택하세요'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(선택)',
    choose: '선택하세요',
    show: '표시',
    showing: (label) => `${label} 표시`,
    add: (label) => `${label} 추가`,
    again: '다시 입력하세요. 안전을 위해 저장되지 않았습니다.',
    unclear: '금액을 250000처럼 숫자로만 입력하세요. 지금 표기는 두 가지로 읽힐 수 있습니다',
    count: (used, max) => (used > max ? `${used - max}자 초과` : `${max}자 중 ${used}자`),
    suggestions: (label) => `추천 항목: ${label}`,
    found: (count) => `추천 항목 ${count}개. 아래쪽 화살표로 선택하세요.`,
    filled: '입력됨: 확인해 주세요',
    savedPart: '저장됨. 단, 저희가 보관하지 않는 번호는 제외됩니다',
    month: '월',
    day: '일',
    year: '연도',
    about: (whose, message) => `${whose}: ${message}`,
    check: (label) => `“${label}” 항목을 확인하세요`,
    refused: '이 답변은 받아들여지지 않았습니다. 확인한 후 다시 입력하세요.',
    refusals: {
      name: '이 답변은 받아들여지지 않았습니다. 공식 서류에 적힌 이름 그대로 입력하세요.',
      number: '이 답변은 받아들여지지 않았습니다. 서류의 숫자와 한 자리씩 비교하세요.',
      reach: '이 답변은 받아들여지지 않았습니다. 빠진 글자가 없고 현재 사용 중인지 확인하세요.',
      place: '이 답변은 받아들여지지 않았습니다. 최근 청구서나 우편물의 주소와 비교하세요.',
      date: '이 답변은 받아들여지지 않았습니다. 공식 서류의 날짜와 비교하세요.',
    },
    warnings: {
      'statement-cut': '명세서에 22자만 나옵니다',
      'ein-prefix': '드문 번호입니다. 맞습니까?',
      'account-card': '카드 번호가 아닙니까?',
      'zip-state': '주가 맞습니까?',
      'sole-name': '개인 사업자의 법적 명칭은 대개 본인 이름입니다. 확인해 주세요',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `${zip}: ${found}에 속합니다. ${chosen} 선택이 맞습니까?`,
    country: {
      label: '국가',
      errors: { choose: '국가를 선택하세요', country: '국가를 선택하세요' },
    },
    streetAddress: {
      label: '도로명 주소',
      errors: {
        required: '도로명 주소를 입력하세요',
        'too-short': STREET,
        'too-long': '도로명 주소는 100자 이내로 입력하세요',
        'text-characters': STREET,
        'po-box': '사서함(PO box)이 아닌 도로명 주소를 입력하세요',
      },
    },
    streetAddress2: {
      label: '아파트, 호실 또는 유닛',
      errors: {
        'too-long': '아파트는 100자 이내로 입력하세요',
        'po-box': '사서함(PO box)은 빼세요',
      },
    },
    city: {
      label: '도시',
      errors: {
        required: '도시를 입력하세요',
        'too-short': '도시 이름을 입력하세요',
        'too-long': '도시는 50자 이내로 입력하세요',
        'text-characters': '도시 이름을 입력하세요',
      },
    },
    state: {
      US: {
        label: '주 또는 준주',
        errors: {
          'state-unknown': '주를 선택하세요',
          'state-military': '군사 주소가 아닌 주를 선택하세요',
        },
      },
      CA: {
        label: '주 또는 준주',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: '우편번호(ZIP)',
        errors: { required: '우편번호를 입력하세요', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: '우편번호',
        errors: { required: '우편번호를 입력하세요', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: '어떤 종류의 사업체인가요?',
        errors: { choose: '사업체 종류를 선택하세요' },
      },
      corporateName: {
        label: '사업체의 법적 명칭',
        hint: '세금 신고서와 같아야 합니다. 개인 사업자는 대개 본인 이름입니다.',
        errors: {
          required: '사업체의 법적 명칭을 입력하세요',
          'too-short': '법적 명칭을 빠짐없이 입력하세요',
          'too-long': '법적 명칭은 100자 이내로 입력하세요',
          latin: '법적 명칭에는 로마자, 숫자, 일반 문장 부호를 사용하세요',
        },
      },
      dbaSame: {
        label: '고객도 이 이름으로 알고 있습니다',
        errors: { 'dba-needed': '선택을 해제하고 60자 이내의 상호를 입력하세요' },
      },
      dbaName: {
        label: '상호',
        hint: '간판이나 웹사이트에 쓰는 이름으로, 영어로는 “doing business as”(DBA)라고 합니다.',
        errors: {
          required: '상호를 입력하세요',
          'too-short': '상호를 빠짐없이 입력하세요',
          'too-long': '상호는 60자 이내로 입력하세요',
          latin: '상호에는 로마자, 숫자, 일반 문장 부호를 사용하세요',
        },
      },
      productSold: {
        label: '무엇을 판매하시나요?',
        hint: '예: “배관 수리 및 욕실 설비”',
        errors: {
          required: '판매하시는 것을 입력하세요',
          'too-short': '판매하시는 것을 조금 더 설명하세요',
          'too-long': '판매하시는 것은 200자 이내로 입력하세요',
          'text-characters': '판매하시는 것을 조금 더 설명하세요',
        },
      },
      website: {
        label: '웹사이트',
        errors: {
          website: 'www.example.com과 같은 웹사이트를 입력하거나 비워 두세요',
          'website-private': '누구나 열 수 있는 웹사이트를 입력하거나 비워 두세요',
          'too-long': '웹사이트는 255자 이내로 입력하세요',
        },
      },
      businessStartDate: {
        label: '사업을 언제 시작하셨나요?',
        hint: '월과 연도만 입력하시면 됩니다.',
        errors: {
          required: '사업 시작일을 입력하세요',
          'date-incomplete': '사업 시작 연도(네 자리)와 월을 입력하세요',
          'date-not-real': '사업 시작일을 확인하세요. 존재하지 않는 날짜입니다',
          'date-future': '미래가 아닌 사업 시작일을 입력하세요',
          'date-too-early': '1799년 이후의 사업 시작일을 입력하세요',
        },
      },
      annualCreditCardSales: {
        label: '연간 카드 매출(달러)',
        hint: '대략적인 금액이면 됩니다.',
        errors: { amount: '카드 매출을 250000처럼 달러 단위의 정수로 입력하거나 비워 두세요' },
      },
    },
    types: {
      soleProprietorship: ['개인 사업자', '혼자 소유하며 회사로 등록되어 있지 않습니다.'],
      partnership: ['파트너십', '두 명 이상이 함께 소유합니다.'],
      llc: ['유한 책임 회사(LLC)', 'LLC로 등록되어 있으며 소유자가 한 명 이상입니다.'],
      corporation: ['주식회사(corporation)', '주식회사로 등록되어 있으며 주주가 있습니다.'],
      nonProfit: ['비영리 단체', '자선 단체, 교회, 동호회 등 영리를 목적으로 하지 않는 단체입니다.'],
      government: ['정부 기관', '시나 교육구와 같은 공공 기관입니다.'],
    },
    statement: '고객의 카드 명세서 표시:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: '세금에 어떤 번호를 사용하시나요?',
        errors: {
          choose: '세금에 사용하는 번호를 선택하세요',
          'ein-needed': 'EIN을 선택하세요. 이 사업체 종류에는 EIN이 필요합니다',
        },
      },
      taxId: {
        label: 'EIN(고용주 식별 번호)',
        hint: '12-3456789와 같은 9자리 숫자입니다. 미국 국세청(IRS)의 서신과 세금 신고서에 있습니다.',
        errors: {
          required: 'EIN을 입력하세요',
          'nine-digits': '9자리 EIN을 입력하세요',
          'ein-invalid': 'EIN을 확인하세요. 이런 번호를 가진 사업체는 있을 수 없습니다',
        },
      },
    },
    types: {
      EIN: ['EIN', '미국 국세청(IRS)이 사업체에 고유 번호를 부여했습니다.'],
      SSN: ['사회보장번호(SSN)', '본인의 번호로 사업체의 세금을 냅니다.'],
      ITIN: ['ITIN', '대신 개인 납세자 번호를 가지고 있습니다.'],
    },
    later:
      '여기에는 입력할 것이 없습니다. 이 번호는 “소유자 및 서명자”에서 본인 정보와 함께 한 번만 여쭙니다.',
  },
  contact: {
    fields: {
      businessPhone: {
        label: '사업체 전화번호',
        errors: {
          required: '사업체 전화번호를 입력하세요',
          phone: '(732) 555-0123과 같은 10자리 사업체 전화번호를 입력하세요',
        },
      },
      businessEmail: {
        label: '사업체 이메일',
        errors: {
          email: 'name@example.com과 같은 이메일을 입력하거나 비워 두세요',
          'too-long': '이메일은 100자 이내로 입력하세요',
        },
      },
      mailingSame: { label: '우편물을 사업체 주소로 받기', errors: {} },
    },
    business: '사업체 주소',
    noBox: '사서함(PO box)이 아니라 실제로 일하는 곳입니다. 집에서 일하시면 집 주소를 입력하세요.',
    reach: '전화 및 이메일',
    mail: '우편물 주소',
  },
}
