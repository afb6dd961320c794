// The texts of the first render of <merchant-apply>, in Spanish.
import type { ApplyDictionary } from '../dictionary.ts'

export const STRINGS: ApplyDictionary = {
  shell: {
    test: 'Modo de prueba',
    testNote: 'Modo de prueba: nada de lo que escriba se envía a un banco. Use datos de ejemplo.',
    fillSample: 'Rellenar con datos de ejemplo',
    partner: (name) => `Regístrese con ${name}`,
    steps: {
      start: 'Antes de empezar',
      plan: 'Elija un plan',
      business: 'Su negocio',
      tax: 'Datos fiscales',
      contact: 'Datos de contacto',
      signers: 'Propietarios y firmantes',
      bank: 'Cuenta bancaria',
      review: 'Revise sus respuestas',
      agreement: 'Contrato',
      done: 'Su solicitud',
    },
    stepOf: (number, of) => `Paso ${number} de ${of}`,
    progress: 'Progreso',
    marked: {
      past: (step) => `${step}, listo`,
      wrong: (step) => `${step}, requiere un cambio`,
    },
    begin: 'Empezar',
    continue: 'Continuar',
    back: 'Atrás',
    problem: 'Hay un problema',
    unset: 'Este registro no está configurado. Consulte con la empresa que le indicó esta página.',
    unreached: 'No se puede conectar con el servidor. Revise la conexión.',
    faults: {
      'token-unreachable': 'Esta página no puede conectar con su servidor. Revise la conexión.',
      'token-unauthorized':
        'Su sesión se cerró o no tiene permiso para este registro. Inicie sesión de nuevo o consulte con la empresa que le indicó esta página.',
      'token-unavailable': 'El servidor no está disponible en este momento.',
      'token-limited': 'El servidor está ocupado: demasiadas solicitudes a la vez.',
    },
    retrying: (seconds) => (seconds ? `Se reintentará en ${seconds} s` : 'Reintentando…'),
    tryAgain: 'Reintentar',
    stuck: 'No se pudo cargar la página siguiente. Revise la conexión. No se perdió nada de lo que escribió.',
    takes:
      'Toma unos diez minutos. Puede parar en cualquier momento y volver: sus respuestas se guardan durante 60 días.',
    ready: 'Tenga a mano',
    things: [
      'su número fiscal de EE.\xa0UU.: EIN, o el SSN o ITIN si es dueño único',
      'de cada propietario del 25\xa0% o más y de cada firmante: domicilio, fecha de nacimiento, SSN o ITIN, teléfono celular',
      'número de ruta (routing number) y de cuenta en un banco de EE.\xa0UU., o agréguelos después',
    ],
    resumed: (when) => `Le damos la bienvenida de nuevo. Guardamos sus respuestas del ${when}.`,
    startOver: 'Empezar de nuevo',
    startOverSure: '¿Borrar todas las respuestas y empezar de nuevo?',
    startOverYes: 'Borrar mis respuestas',
    keep: 'Conservarlas',
    again:
      'Por su seguridad, los números fiscales y de cuenta nunca se guardan. Por favor, escríbalos otra vez.',
    saving: 'Guardando…',
    saved: 'Guardado',
    unsaved: 'Aún no se ha guardado. Seguimos intentándolo; usted puede continuar.',
    changed: 'Sus respuestas se cambiaron en otra ventana o en otro dispositivo.',
    loadNewer: 'Cargar las más recientes',
    keepMine: 'Conservar las mías',
  },
  plan: {
    label: '¿Qué plan desea?',
    none: '–',
    empty: 'Por el momento no se ofrece ningún plan. Consulte con la empresa que le indicó esta página.',
    errors: {
      choose: 'Elija un plan',
      'tier-unavailable': 'El plan que eligió ya no se ofrece. Elija otro',
    },
  },
}
