import { mount } from 'svelte'
import '@tapboard/elements/terminal-pay/define'
import type {} from '@tapboard/elements/svelte'
import Checkout from './Checkout.svelte'

mount(Checkout, { target: document.getElementById('app')! })
