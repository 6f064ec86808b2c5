import { type ReactNode, useEffect, useState } from 'react';

/** What loads faster than this needs no sign that it loads, ms. */
const DELAY = 300;

/** Shows its content only once it has been asked to for a while. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? children : null;
}
