// The texts of <merchant-apply> for people and bank account, in Simplified Chinese.
import type { ApplyPeopleDictionary } from '../dictionary.ts'

export const STRINGS: ApplyPeopleDictionary = {
  signers: {
    fields: {
      signers: {
        label: '人员',
        errors: {
          'signers-none': '请至少添加一人',
          'signers-many': '请移除人员：最多可列出十人',
          'signers-sole': '请移除人员：个人独资企业只有一人',
          'percent-sum': '请更改份额：合计超过了 100%',
          'owners-many': '请更改份额：最多四人可持有 25% 或以上',
          'control-person': '请在经营企业的人那里选择“更改”，并勾选相应的框',
          'primary-one': '请选择我们应联系的人',
        },
      },
      allOwnersListed: {
        label: '所有持股 25% 或以上的人都已列出',
        errors: { 'owners-unconfirmed': '请确认所有人均已列出' },
      },
      isPrimary: { label: '关于此申请，我们应联系谁？', errors: {} },
      isControlPerson: {
        label: '此人经营企业',
        hint: '日常为企业做决定的人，例如总裁或经理。一位即可。银行称之为控制人（control person）。',
        errors: {},
      },
      firstName: {
        label: '名',
        errors: {
          required: '请输入名',
          'name-characters': '名请使用字母、空格、连字符和撇号',
          'too-long': '名最多 35 个字符',
        },
      },
      lastName: {
        label: '姓',
        errors: {
          required: '请输入姓',
          'name-characters': '姓请使用字母、空格、连字符和撇号',
          'too-long': '姓最多 35 个字符',
        },
      },
      title: {
        label: '在企业中的职务',
        hint: '从列表中选择，或输入其他职务。',
        errors: {
          required: '请输入在企业中的职务',
          ampersand: '职务中请用“和”代替 &',
          'too-short': '请输入在企业中的职务',
          'too-long': '职务最多 60 个字符',
          'text-characters': '请输入在企业中的职务',
        },
      },
      ownershipPercentage: {
        label: '在企业中的份额',
        hint: '百分比，不带小数。如果没有份额，请输入 0。',
        errors: {
          required: '请输入份额，没有则输入 0',
          percent: '请输入 0 到 100 的整数份额',
          'percent-sole': '请输入 100：个人独资企业完全归一人所有',
        },
      },
      dateOfBirth: {
        label: '出生日期',
        errors: {
          required: '请输入出生日期',
          'date-incomplete': '请输入出生的年（四位数）、月、日',
          'date-not-real': '请输入日历上存在的出生日期',
          'date-future': '出生日期不能在将来',
          'under-18': '请检查出生日期：必须年满 18 岁',
          'over-120': '请检查出生日期：距今超过 120 年',
        },
      },
      ssn: {
        label: '社会安全号码（SSN）或 ITIN',
        hint: '九位数字，例如 123-45-6789。用于确认谁拥有和经营企业。',
        errors: {
          required: '请输入社会安全号码或 ITIN',
          'nine-digits': '请输入九位数的社会安全号码或 ITIN',
          'ssn-invalid': '请检查社会安全号码或 ITIN：任何人都不会有这个号码',
          'ssn-sample': '请输入真实号码：这个号码仅供测试',
          'ssn-expected': '请输入社会安全号码：您在“税务信息”中选择了它，而这是 ITIN',
          'itin-expected': '请输入 ITIN：您在“税务信息”中选择了它，而这不是 ITIN',
          'ssn-repeated': '请检查号码：列表中另一人的号码与此相同',
        },
      },
      ownerCellPhone: {
        label: '手机',
        errors: {
          required: '请输入手机号码',
          phone: '请输入十位数的手机号码，例如 (732) 555-0123',
          'phone-toll-free': '请输入手机号码，不要填 800 免付费电话',
        },
      },
    },
    who: '请列出所有持股 25% 或以上的人，以及一位经营企业的人。最多十人。',
    onlyYou: '个人独资企业只有您一人：请把自己列入。',
    nobodyElse: '没有其他人拥有企业的份额',
    add: '添加人员',
    addYou: '添加自己',
    startYou: '先填写您本人的信息',
    addMore: '再添加一人',
    change: '更改',
    remove: '移除',
    undo: '撤销',
    removed: (name) => `已移除 ${name}`,
    person: (number) => `第 ${number} 人`,
    of: (word, name) => `${word} ${name}`,
    shares: (percent, all) => `目前的份额：${percent} / ${all}`,
    missing: (count) => `有 ${count} 项回答需要检查`,
    control: '经营企业',
    primary: '主要联系人',
    address: '家庭住址',
    copy: '使用企业地址',
    save: '保存此人',
    back: '返回',
    cancel: '取消',
    titleNames: [
      '业主',
      '共同业主',
      '总裁',
      '首席执行官',
      '首席财务官',
      '管理成员',
      '成员',
      '合伙人',
      '董事',
      '财务主管',
      '秘书',
      '经理',
    ],
  },
  bank: {
    fields: {
      bankingLater: { label: '您的刷卡销售款应付到哪里？', errors: {} },
      'banking.bankName': {
        label: '银行名称',
        errors: {
          required: '请输入银行名称',
          'too-short': '请输入银行名称',
          'too-long': '银行名称最多 60 个字符',
          'text-characters': '请输入银行名称',
        },
      },
      'banking.routingNumber': {
        label: '银行路由号码（routing number）',
        hint: '九位数字',
        errors: {
          required: '请输入银行路由号码',
          'nine-digits': '请输入九位数的银行路由号码',
          'routing-invalid': '请检查银行路由号码：其中有一位数字不正确',
        },
      },
      'banking.accountNumber': {
        label: '账号',
        hint: '企业支票账户（checking）的账号，4 到 17 位数字',
        errors: {
          required: '请输入账号',
          'account-digits': '请输入 4 到 17 位数的账号',
          'account-invalid': '请检查账号：任何账户都不会有这个号码',
          'account-is-routing': '请输入账号：这是银行路由号码',
        },
      },
    },
    now: '现在输入账户',
    later: ['稍后添加', '没有账户也可以提交申请。'],
    drawing: '一张纸质支票：底部先是银行路由号码，然后是账号。',
    where: '这两个号码都在纸质支票的底部，也可在您银行的应用中找到。',
    routing: '路由号码',
    account: '账号',
  },
}
