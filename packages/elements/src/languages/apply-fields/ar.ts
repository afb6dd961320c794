// The texts of the fields of <merchant-apply> up to the signers, in Arabic. Numbers with signs keep their own direction.
import type { ApplyFieldsDictionary } from '../dictionary.ts'

const STREET = 'أدخل عنوان الشارع كاملًا'
const ZIP = 'أدخل رمز ZIP من 5 أرقام، مثل 08701'
const POSTAL = 'أدخل رمزًا بريديًا، مثل K1A 0B1'
const PROVINCE = 'اختر المقاطعة أو الإقليم'

/** Isolates a value from the page so that it keeps its own direction (UAX #9). */
const own = (text: string): string => `\u2068${text}\u2069`

export const STRINGS: ApplyFieldsDictionary = {
  fields: {
    optional: '(اختياري)',
    choose: 'اختر',
    show: 'إظهار',
    showing: (label) => `إظهار ${label}`,
    add: (label) => `إضافة: ${label}`,
    again: 'أدخله مرة أخرى: لم يُحفظ حرصًا على سلامتك.',
    unclear: 'أدخل المبلغ بالأرقام وحدها، مثل 250000: ما كُتب يمكن قراءته بطريقتين',
    count: (used, max) => (used > max ? `${used - max} زيادة عن الحد` : `${used} من ${max} حرف`),
    suggestions: (label) => `اقتراحات: ${label}`,
    found: (count) => `عدد الاقتراحات: ${count}. استخدم السهم لأسفل للاختيار.`,
    filled: 'مُلئ: يُرجى التحقق',
    savedPart: 'حُفظ ما عدا الأرقام التي لا نحتفظ بها أبدًا',
    month: 'الشهر',
    day: 'اليوم',
    year: 'السنة',
    about: (whose, message) => `${own(whose)}: ${message}`,
    check: (label) => `تحقق من «${label}»`,
    refused: 'لم تُقبل هذه الإجابة. تحقق منها وأدخلها من جديد.',
    refusals: {
      name: 'لم تُقبل هذه الإجابة. أدخل الاسم كما هو في الوثائق الرسمية تمامًا.',
      number: 'لم تُقبل هذه الإجابة. قارن كل رقم بما في الوثيقة.',
      reach: 'لم تُقبل هذه الإجابة. تحقق من أنها كاملة وما زالت مستخدمة.',
      place: 'لم تُقبل هذه الإجابة. قارن العنوان بفاتورة أو رسالة حديثة.',
      date: 'لم تُقبل هذه الإجابة. قارن التاريخ بوثيقة رسمية.',
    },
    warnings: {
      'statement-cut': 'يظهر في الكشف 22 حرفًا',
      'ein-prefix': 'رقم غير معتاد: هل هو صحيح؟',
      'account-card': 'هل هذا رقم بطاقة؟',
      'zip-state': 'هل الولاية صحيحة؟',
      'sole-name': 'الاسم القانوني للمؤسسة الفردية هو عادةً اسم صاحبها: يُرجى التحقق منه',
    },
  },
  address: {
    elsewhere: (zip, found, chosen) =>
      `الرمز ${own(zip)} يقع في ${own(found)}. هل ${own(chosen)} اختيار صحيح؟`,
    country: {
      label: 'البلد',
      errors: { choose: 'اختر البلد', country: 'اختر البلد' },
    },
    streetAddress: {
      label: 'عنوان الشارع',
      errors: {
        required: 'أدخل عنوان الشارع',
        'too-short': STREET,
        'too-long': 'استخدم 100 حرف على الأكثر لعنوان الشارع',
        'text-characters': STREET,
        'po-box': 'أدخل عنوان شارع، لا صندوق بريد',
      },
    },
    streetAddress2: {
      label: 'الشقة أو الجناح أو الوحدة',
      errors: {
        'too-long': 'استخدم 100 حرف على الأكثر للشقة',
        'po-box': 'احذف صندوق البريد',
      },
    },
    city: {
      label: 'المدينة',
      errors: {
        required: 'أدخل المدينة',
        'too-short': 'أدخل اسم المدينة',
        'too-long': 'استخدم 50 حرفًا على الأكثر للمدينة',
        'text-characters': 'أدخل اسم المدينة',
      },
    },
    state: {
      US: {
        label: 'الولاية أو الإقليم',
        errors: {
          'state-unknown': 'اختر الولاية',
          'state-military': 'اختر ولاية، لا عنوانًا عسكريًا',
        },
      },
      CA: {
        label: 'المقاطعة أو الإقليم',
        errors: { 'state-unknown': PROVINCE, 'state-military': PROVINCE },
      },
    },
    zip: {
      US: {
        label: 'الرمز البريدي (ZIP)',
        errors: { required: 'أدخل رمز ZIP', 'zip-format': ZIP, 'postal-format': ZIP },
      },
      CA: {
        label: 'الرمز البريدي',
        errors: { required: 'أدخل الرمز البريدي', 'zip-format': POSTAL, 'postal-format': POSTAL },
      },
    },
  },
  business: {
    fields: {
      ownershipType: {
        label: 'ما نوع المنشأة؟',
        errors: { choose: 'اختر نوع المنشأة' },
      },
      corporateName: {
        label: 'الاسم القانوني للمنشأة',
        hint: 'كما في إقرارك الضريبي. في المؤسسة الفردية يكون عادةً اسمك أنت.',
        errors: {
          required: 'أدخل الاسم القانوني للمنشأة',
          'too-short': 'أدخل الاسم القانوني كاملًا',
          'too-long': 'استخدم 100 حرف على الأكثر للاسم القانوني',
          latin: 'استخدم حروفًا لاتينية وأرقامًا وعلامات ترقيم معتادة للاسم القانوني',
        },
      },
      dbaSame: {
        label: 'يعرفنا العملاء بهذا الاسم أيضًا',
        errors: { 'dba-needed': 'ألغِ هذا التحديد وأدخل اسمًا تجاريًا لا يزيد على 60 حرفًا' },
      },
      dbaName: {
        label: 'الاسم التجاري',
        hint: 'الاسم على لافتتك أو موقعك، ويسمى بالإنجليزية «doing business as».',
        errors: {
          required: 'أدخل الاسم التجاري',
          'too-short': 'أدخل الاسم التجاري كاملًا',
          'too-long': 'استخدم 60 حرفًا على الأكثر للاسم التجاري',
          latin: 'استخدم حروفًا لاتينية وأرقامًا وعلامات ترقيم معتادة للاسم التجاري',
        },
      },
      productSold: {
        label: 'ماذا تبيع؟',
        hint: 'مثلًا «إصلاحات السباكة وتجهيزات الحمامات».',
        errors: {
          required: 'أدخل ما تبيعه',
          'too-short': 'اذكر المزيد عما تبيعه',
          'too-long': 'استخدم 200 حرف على الأكثر لما تبيعه',
          'text-characters': 'اذكر المزيد عما تبيعه',
        },
      },
      website: {
        label: 'الموقع الإلكتروني',
        errors: {
          website: 'أدخل موقعًا مثل www.example.com، أو اترك الحقل فارغًا',
          'website-private': 'أدخل موقعًا يستطيع الجميع فتحه، أو اترك الحقل فارغًا',
          'too-long': 'استخدم 255 حرفًا على الأكثر للموقع',
        },
      },
      businessStartDate: {
        label: 'متى بدأت المنشأة؟',
        hint: 'يكفي الشهر والسنة.',
        errors: {
          required: 'أدخل تاريخ بدء المنشأة',
          'date-incomplete': 'أدخل شهر البدء وسنته (أربعة أرقام)',
          'date-not-real': 'تحقق من تاريخ البدء: هذا التاريخ غير موجود',
          'date-future': 'أدخل تاريخ بدء ليس في المستقبل',
          'date-too-early': 'أدخل تاريخ بدء بعد عام 1799',
        },
      },
      annualCreditCardSales: {
        label: 'مبيعات البطاقات في السنة، بالدولار',
        hint: 'يكفي أن تقدّرها.',
        errors: { amount: 'أدخل مبيعات البطاقات بدولارات صحيحة، مثل 250000، أو اترك الحقل فارغًا' },
      },
    },
    types: {
      soleProprietorship: ['مؤسسة فردية', 'تملكها وحدك، وهي غير مسجلة كشركة.'],
      partnership: ['شراكة', 'يملكها شخصان أو أكثر معًا.'],
      llc: ['شركة ذات مسؤولية محدودة (LLC)', 'مسجلة بصفة LLC، ولها مالك واحد أو أكثر.'],
      corporation: ['شركة مساهمة (corporation)', 'مسجلة بصفة corporation، ولها مساهمون.'],
      nonProfit: ['جهة غير ربحية', 'جمعية خيرية أو دار عبادة أو نادٍ أو غرض آخر لا يهدف إلى الربح.'],
      government: ['جهة حكومية', 'هيئة عامة، مثل مدينة أو إدارة تعليمية.'],
    },
    statement: 'في كشوف بطاقات عملائك:',
  },
  tax: {
    fields: {
      taxIdType: {
        label: 'أي رقم تستخدم للضرائب؟',
        errors: {
          choose: 'اختر الرقم الذي تستخدمه للضرائب',
          'ein-needed': 'اختر EIN: هذا النوع من المنشآت يحتاج إليه',
        },
      },
      taxId: {
        label: 'EIN (رقم تعريف صاحب العمل)',
        hint: 'تسعة أرقام، مثل \u206612-3456789\u2069. تجده في رسالة مصلحة الضرائب (IRS) وفي إقرارك الضريبي.',
        errors: {
          required: 'أدخل رقم EIN',
          'nine-digits': 'أدخل رقم EIN من تسعة أرقام',
          'ein-invalid': 'تحقق من رقم EIN: لا يمكن أن تحمله أي منشأة',
        },
      },
    },
    types: {
      EIN: ['EIN', 'منحت مصلحة الضرائب الأمريكية (IRS) منشأتك رقمًا خاصًا بها.'],
      SSN: ['رقم الضمان الاجتماعي (SSN)', 'تدفع ضرائب المنشأة برقمك الشخصي.'],
      ITIN: ['ITIN', 'لديك بدلًا منه رقم تعريف ضريبي فردي.'],
    },
    later: 'لا شيء تكتبه هنا: نطلب هذا الرقم مرة واحدة، مع بياناتك الشخصية في «المالكون والموقّعون».',
  },
  contact: {
    fields: {
      businessPhone: {
        label: 'هاتف المنشأة',
        errors: {
          required: 'أدخل رقم هاتف المنشأة',
          phone: 'أدخل رقم هاتف للمنشأة من عشرة أرقام، مثل \u2066(732) 555-0123\u2069',
        },
      },
      businessEmail: {
        label: 'البريد الإلكتروني للمنشأة',
        errors: {
          email: 'أدخل بريدًا إلكترونيًا مثل name@example.com، أو اترك الحقل فارغًا',
          'too-long': 'استخدم 100 حرف على الأكثر للبريد الإلكتروني',
        },
      },
      mailingSame: { label: 'إرسال الرسائل إلى عنوان المنشأة', errors: {} },
    },
    business: 'عنوان المنشأة',
    noBox: 'حيث تعمل، لا صندوق بريد. إذا كنت تعمل من المنزل، فأدخل عنوان سكنك.',
    reach: 'الهاتف والبريد الإلكتروني',
    mail: 'عنوان المراسلة',
  },
}
