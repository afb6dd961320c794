import { hydrateRoot } from 'react-dom/client'
import Page, { type PageProps } from './app/page'

const props = JSON.parse(document.getElementById('props')!.textContent!) as PageProps
hydrateRoot(document.getElementById('root')!, <Page {...props} />)
