import { type ComponentType, lazy } from 'react';

/**
 * A component whose code is loaded when it is first drawn, as by React's `lazy`; where that failed,
 * it is loaded again when the component is drawn anew.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // React keeps what it was given, failures too.
        Loaded = make();
        throw error;
      }
    });
  let Loaded: ComponentType<Props> = make();
  return function Lazily(props: Props) {
    return <Loaded {...props} />;
  };
}
