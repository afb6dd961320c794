// The texts of <merchant-apply> for people and bank account, in Korean.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: '명단',
        errors: {
          'signers-none': '한 명 이상 추가하세요',
          'signers-many': '인원을 줄이세요. 최대 열 명까지 등록할 수 있습니다',
          'signers-sole': '인원을 줄이세요. 개인 사업자는 한 명입니다',
          'percent-sum': '지분을 변경하세요. 합계가 100%를 넘습니다',
          'owners-many': '지분을 변경하세요. 25% 이상 소유자는 최대 네 명입니다',
          'control-person': '사업체를 운영하는 사람의 “변경”을 누르고 해당 상자를 선택하세요',
          'primary-one': '저희가 연락할 사람을 선택하세요',
        },
      },
      allOwnersListed: {
        label: '지분 25% 이상 소유자가 모두 명단에 있습니다',
        errors: { 'owners-unconfirmed': '모든 소유자가 명단에 있음을 확인하세요' },
      },
      isPrimary: { label: '이 신청에 대해 누구에게 연락할까요?', errors: {} },
      isControlPerson: {
        label: '이 사람이 사업체를 운영합니다',
        hint: '사장이나 관리자처럼 사업체의 일상적인 결정을 내리는 사람입니다. 한 명이면 됩니다. 은행에서는 “control person”이라고 합니다.',
        errors: {},
      },
      firstName: {
        label: '이름',
        errors: {
          required: '이름을 입력하세요',
          'name-characters': '이름에는 글자, 공백, 하이픈, 아포스트로피를 사용하세요',
          'too-long': '이름은 35자 이내로 입력하세요',
        },
      },
      lastName: {
        label: '성',
        errors: {
          required: '성을 입력하세요',
          'name-characters': '성에는 글자, 공백, 하이픈, 아포스트로피를 사용하세요',
          'too-long': '성은 35자 이내로 입력하세요',
        },
      },
      title: {
        label: '사업체에서의 직책',
        hint: '목록에서 선택하거나 직접 입력하세요.',
        errors: {
          required: '사업체에서의 직책을 입력하세요',
          ampersand: '직책에는 & 대신 “및”을 쓰세요',
          'too-short': '사업체에서의 직책을 입력하세요',
          'too-long': '직책은 60자 이내로 입력하세요',
          'text-characters': '사업체에서의 직책을 입력하세요',
        },
      },
      ownershipPercentage: {
        label: '사업체 지분',
        hint: '소수점 없는 백분율입니다. 지분이 없으면 0을 입력하세요.',
        errors: {
          required: '지분을 입력하거나 0을 입력하세요',
          percent: '지분을 0에서 100까지의 정수로 입력하세요',
          'percent-sole': '100을 입력하세요. 개인 사업자는 사업체 전부를 소유합니다',
        },
      },
      dateOfBirth: {
        label: '생년월일',
        errors: {
          required: '생년월일을 입력하세요',
          'date-incomplete': '출생 연도(네 자리), 월, 일을 입력하세요',
          'date-not-real': '생년월일을 확인하세요. 존재하지 않는 날짜입니다',
          'date-future': '미래가 아닌 생년월일을 입력하세요',
          'under-18': '생년월일을 확인하세요. 만 18세 이상이어야 합니다',
          'over-120': '생년월일을 확인하세요. 120년보다 더 지난 날짜입니다',
        },
      },
      ssn: {
        label: '사회보장번호(SSN) 또는 ITIN',
        hint: '123-45-6789와 같은 9자리 숫자입니다. 사업체의 소유자와 운영자를 확인하는 데 필요합니다.',
        errors: {
          required: '사회보장번호 또는 ITIN을 입력하세요',
          'nine-digits': '9자리 사회보장번호 또는 ITIN을 입력하세요',
          'ssn-invalid': '사회보장번호 또는 ITIN을 확인하세요. 유효하지 않은 번호입니다',
          'ssn-sample': '실제 번호를 입력하세요. 이 번호는 테스트 전용입니다',
          'ssn-expected': '사회보장번호를 입력하세요. “세금 정보”에서 선택하셨으나 이 번호는 ITIN입니다',
          'itin-expected': 'ITIN을 입력하세요. “세금 정보”에서 선택하셨으나 이 번호는 ITIN이 아닙니다',
          'ssn-repeated': '번호를 확인하세요. 명단의 다른 사람과 같습니다',
        },
      },
      ownerCellPhone: {
        label: '휴대전화',
        errors: {
          required: '휴대전화 번호를 입력하세요',
          phone: '(732) 555-0123과 같은 10자리 휴대전화 번호를 입력하세요',
          'phone-toll-free': '수신자 부담 번호가 아닌 휴대전화 번호를 입력하세요',
        },
      },
    },
    who: '지분 25% 이상 소유자 모두와 사업체를 운영하는 사람 한 명을 등록하세요. 최대 열 명입니다.',
    onlyYou: '개인 사업자는 본인 한 명뿐입니다. 본인을 등록하세요.',
    nobodyElse: '다른 사람은 사업체 지분을 소유하지 않습니다',
    add: '사람 추가',
    addYou: '본인 추가',
    startYou: '본인 정보부터 입력하세요',
    addMore: '다른 사람 추가',
    change: '변경',
    remove: '삭제',
    undo: '실행 취소',
    removed: (name) => `${name} 삭제됨`,
    person: (number) => `${number}번째 사람`,
    of: (word, name) => `${name} ${word}`,
    shares: (percent, all) => `현재 지분: ${all} 중 ${percent}`,
    missing: (count) => `확인이 필요한 항목 ${count}개`,
    control: '사업체 운영',
    primary: '주 연락 담당자',
    address: '집 주소',
    copy: '사업체 주소 사용',
    save: '저장',
    back: '뒤로',
    cancel: '취소',
    titleNames: [
      '소유자',
      '공동 소유자',
      '사장',
      '최고 경영자(CEO)',
      '최고 재무 책임자(CFO)',
      '업무 집행 사원',
      '사원',
      '파트너',
      '이사',
      '재무 담당 임원',
      '총무 담당 임원',
      '관리자',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: '카드 매출을 어디로 입금해 드릴까요?', errors: {} },
      'banking.bankName': {
        label: '은행 이름',
        errors: {
          required: '은행 이름을 입력하세요',
          'too-short': '은행 이름을 입력하세요',
          'too-long': '은행 이름은 60자 이내로 입력하세요',
          'text-characters': '은행 이름을 입력하세요',
        },
      },
      'banking.routingNumber': {
        label: '라우팅 번호(routing number)',
        hint: '9자리 숫자',
        errors: {
          required: '라우팅 번호를 입력하세요',
          'nine-digits': '9자리 라우팅 번호를 입력하세요',
          'routing-invalid': '라우팅 번호를 확인하세요. 숫자 하나가 맞지 않습니다',
        },
      },
      'banking.accountNumber': {
        label: '계좌 번호',
        hint: '사업체의 당좌 예금(checking) 계좌, 4~17자리 숫자',
        errors: {
          required: '계좌 번호를 입력하세요',
          'account-digits': '4~17자리 계좌 번호를 입력하세요',
          'account-invalid': '계좌 번호를 확인하세요. 이런 번호의 계좌는 있을 수 없습니다',
          'account-is-routing': '계좌 번호를 입력하세요. 이것은 라우팅 번호입니다',
        },
      },
    },
    now: '지금 계좌 입력',
    later: ['나중에 추가', '계좌 없이도 신청서를 보낼 수 있습니다.'],
    drawing: '종이 수표: 아래쪽에 라우팅 번호가 먼저 나오고 그다음에 계좌 번호가 나옵니다.',
    where: '두 번호 모두 종이 수표 아래쪽과 은행 앱에 있습니다.',
    routing: '라우팅',
    account: '계좌',
  },
}
