// The component as a server draws it: `@lit/react` sets properties in the browser only, so the tag would come without its address.
import * as React from 'react'

/** Props with the address of the BFF. */
interface Addressed {
  readonly bffUrl: string
}

/** Passes `bffUrl` on as the attribute `bff-url`, which the server writes into its markup. */
export function serverDrawn<Props extends Addressed>(
  component: React.ElementType,
  displayName: string,
): React.ForwardRefExoticComponent<Props> {
  const Drawn = React.forwardRef<unknown, Addressed>(({ bffUrl, ...rest }, ref) =>
    React.createElement(component, { ...rest, ref, 'bff-url': bffUrl }),
  )
  Drawn.displayName = displayName
  return Drawn as unknown as React.ForwardRefExoticComponent<Props>
}
