import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * Returns a component whose code is loaded when it is first shown; until then it renders nothing.
 *
 * @param load imports the component
 */
export function makeLazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [, drawAgain] = useState({});
    useEffect(() => {
      if (Loaded !== undefined) return;
      let isMounted = true;
      load().then(
        (component) => {
          Loaded = component;
          if (isMounted) drawAgain({});
        },
        // The code is loaded again when the component is next shown.
        () => undefined,
      );
      return () => {
        isMounted = false;
      };
    }, []);
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
