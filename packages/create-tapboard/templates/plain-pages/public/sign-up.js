import { tokenFrom } from '/elements/merchant-apply.js'

// Your server knows the signed-in person.
document.querySelector('merchant-apply').getToken = tokenFrom('/apply-token')
