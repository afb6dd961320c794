// The texts of the fields of <merchant-apply> up to the signers, in Simplified Chinese.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = '请输入完整的街道地址'
const ZIP = '请输入 5 位数的邮政编码，例如 08701'
const POSTAL = '请输入邮政编码，例如 K1A 0B1'
const PROVINCE = '请选择省或地区'

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '（选填）',
    choose: '请选择',
    show: '显示',
    showing: (label) => `显示${label}`,
    add: (label) => `添加${label}`,
    again: '请重新输入：为了您的安全，没有保存。',
    unclear: '请只用数字输入金额，例如 250000：现在的写法有两种读法',
    count: (used, max) => (used > max ? `超出 ${used - max} 个字符` : `${used} / ${max} 个字符`),
    suggestions: (label) => `${label}：建议`,
    found: (count) => `${count} 条建议。按向下箭头键选择。`,
    filled: '已填写，请核对',
    savedPart: '已保存，但我们从不保留的号码除外',
    month: '月',
    day: '日',
    year: '年',
    about: (whose, message) => `${whose}：${message}`,
    check: (label) => `请检查“${label}”`,
    refused: '此内容未被接受。请检查后重新填写。',
    refusals: {
      name: '此内容未被接受。请按正式文件填写名称。',
      number: '此内容未被接受。请逐位核对文件上的号码。',
      reach: '此内容未被接受。请检查是否完整、仍在使用。',
      place: '此内容未被接受。请对照近期的账单或信件核对地址。',
      date: '此内容未被接受。请对照正式文件核对日期。',
    },
    warnings: {
      'statement-cut': '账单只显示 22 个字符',
      'ein-prefix': '号码不常见：是否正确？',
      'account-card': '这是卡号吗？',
      'zip-state': '州是否正确？',
      'sole-name': '个人独资企业的法定名称通常就是业主本人的姓名：请核对',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) => `${zip} 属于${found}。选择${chosen}是否正确？`,
    country: {
      label: '国家',
      errors: { choose: '请选择国家', country: '请选择国家' },
    },
    streetAddress: {
      label: '街道地址',
      errors: {
        required: '请输入街道地址',
        'too-short': STREET,
        'too-long': '街道地址最多 100 个字符',
        'text-characters': STREET,
        'po-box': '请输入街道地址，不要填邮政信箱（PO box）',
      },
    },
    streetAddress2: {
      label: '公寓、套房或单元',
      errors: {
        'too-long': '公寓最多 100 个字符',
        'po-box': '请去掉邮政信箱（PO box）',
      },
    },
    city: {
      label: '城市',
      errors: {
        required: '请输入城市',
        'too-short': '请输入城市名称',
        'too-long': '城市最多 50 个字符',
        'text-characters': '请输入城市名称',
      },
    },
    state: {
      US: {
        label: '州或领地',
        errors: {
          'state-unknown': '请选择州',
          'state-military': '请选择州，不要选军事地址',
        },
      },
      CA: {
        label: '省或地区',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: '邮政编码（ZIP）',
        errors: { required: '请输入邮政编码', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: '邮政编码',
        errors: { required: '请输入邮政编码', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: '这是什么类型的企业？',
        errors: { choose: '请选择企业类型' },
      },
      corporateName: {
        label: '企业法定名称',
        hint: '与您的报税表一致。个人独资企业通常就是您本人的姓名。',
        errors: {
          required: '请输入企业法定名称',
          'too-short': '请输入完整的法定名称',
          'too-long': '法定名称最多 100 个字符',
          latin: '法定名称请使用拉丁字母、数字和常用标点',
        },
      },
      dbaSame: {
        label: '顾客也用这个名称称呼我们',
        errors: { 'dba-needed': '请取消勾选，并输入最多 60 个字符的商号' },
      },
      dbaName: {
        label: '商号',
        hint: '您招牌或网站上的名称，英文称为“doing business as”（DBA）。',
        errors: {
          required: '请输入商号',
          'too-short': '请输入完整的商号',
          'too-long': '商号最多 60 个字符',
          latin: '商号请使用拉丁字母、数字和常用标点',
        },
      },
      productSold: {
        label: '您销售什么？',
        hint: '例如“水管维修和浴室配件”。',
        errors: {
          required: '请输入您销售什么',
          'too-short': '请稍微多说明您销售什么',
          'too-long': '销售说明最多 200 个字符',
          'text-characters': '请稍微多说明您销售什么',
        },
      },
      website: {
        label: '网站',
        errors: {
          website: '请输入网站，例如 www.example.com，或留空',
          'website-private': '请输入人人都能打开的网站，或留空',
          'too-long': '网站最多 255 个字符',
        },
      },
      businessStartDate: {
        label: '企业何时开始经营？',
        hint: '只需填写年和月。',
        errors: {
          required: '请输入企业开始经营的日期',
          'date-incomplete': '请输入开始经营的年（四位数）和月',
          'date-not-real': '请输入日历上存在的开始日期',
          'date-future': '开始日期不能在将来',
          'date-too-early': '请输入 1799 年以后的开始日期',
        },
      },
      annualCreditCardSales: {
        label: '每年的刷卡销售额（美元）',
        hint: '估计数即可。',
        errors: { amount: '请以整数美元输入刷卡销售额，例如 250000，或留空' },
      },
    },
    types: {
      soleProprietorship: ['个人独资企业', '由您一人拥有，没有注册为公司。'],
      partnership: ['合伙企业', '由两人或多人共同拥有。'],
      llc: ['有限责任公司（LLC）', '注册为 LLC，有一位或多位所有人。'],
      corporation: ['股份公司（corporation）', '注册为股份公司，有股东。'],
      nonProfit: ['非营利组织', '慈善机构、教会、社团或其他不以营利为目的的事业。'],
      government: ['政府机构', '公共机构，例如市政府或学区。'],
    },
    statement: '顾客的卡账单上将显示：',
  },
  tax: {
    fields: {
      taxIdType: {
        label: '您报税用哪个号码？',
        errors: {
          choose: '请选择您报税用的号码',
          'ein-needed': '请选择 EIN：这类企业必须使用',
        },
      },
      taxId: {
        label: 'EIN（雇主识别号码）',
        hint: '九位数字，例如 12-3456789。可在国税局（IRS）的信件和您的报税表上找到。',
        errors: {
          required: '请输入 EIN',
          'nine-digits': '请输入九位数的 EIN',
          'ein-invalid': '请检查 EIN：任何企业都不会有这个号码',
        },
      },
    },
    types: {
      EIN: ['EIN', '美国国税局（IRS）给了您的企业一个专用号码。'],
      SSN: ['社会安全号码（SSN）', '您用自己的号码为企业缴税。'],
      ITIN: ['ITIN', '您用的是个人报税识别号码。'],
    },
    later: '这里不用填写：这个号码只问一次，在“所有人和签署人”中与您本人的信息一起填写。',
  },
  contact: {
    fields: {
      businessPhone: {
        label: '企业电话',
        errors: {
          required: '请输入企业电话号码',
          phone: '请输入十位数的企业电话号码，例如 (732) 555-0123',
        },
      },
      businessEmail: {
        label: '企业电子邮箱',
        errors: {
          email: '请输入电子邮箱，例如 name@example.com，或留空',
          'too-long': '电子邮箱最多 100 个字符',
        },
      },
      mailingSame: { label: '信件寄到企业地址', errors: {} },
    },
    business: '企业地址',
    noBox: '您工作的地方，不是邮政信箱（PO box）。如果您在家工作，请输入家庭住址。',
    reach: '电话和电子邮箱',
    mail: '邮寄地址',
  },
}
