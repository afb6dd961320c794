// The component as a server draws it: `@lit/react` sets properties in the browser only, so the tag would come without its address.
import * as React from 'react'

/** Props that the server's drawing reads. */
export interface Addressed {
  readonly bffUrl: string
  readonly theme?: string | undefined
  readonly density?: string | undefined
  readonly lang?: string | undefined
  readonly nonce?: string | undefined
  readonly children?: React.ReactNode
}

/**
 * The attributes that a server writes into its markup. `@lit/react` takes the names of properties away from React, and compares their
 * case; HTML does not distinguish `Theme` from `theme`.
 */
const attributesOf = ({ bffUrl, theme, density }: Addressed): object => ({
  'bff-url': bffUrl,
  Theme: theme,
  Density: density,
})

/** Passes the attributes on, which the server writes into its markup, and puts `first` before the children there. */
export function serverDrawn<Props extends Addressed>(
  component: React.ElementType,
  displayName: string,
  first: (props: Addressed) => React.ReactNode = () => null,
): React.ForwardRefExoticComponent<Props> {
  const Drawn = React.forwardRef<unknown, Addressed>((props, ref) => {
    const { bffUrl: _, children, ...rest } = props
    return React.createElement(component, { ...rest, ref, ...attributesOf(props) }, first(props), children)
  })
  Drawn.displayName = displayName
  return Drawn as unknown as React.ForwardRefExoticComponent<Props>
}
