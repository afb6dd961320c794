import { createApp } from 'vue'
import '@tapboard/elements/terminal-pay/define'
import type {} from '@tapboard/elements/vue'
import Checkout from './Checkout.vue'

createApp(Checkout).mount('#app')
