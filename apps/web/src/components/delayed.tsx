import type { ReactNode } from 'react';
import { useDelayed } from '../lib/use-delayed.ts';

/** Shorter loading times need no indicator, ms. */
const DELAY = 300;

/** Shows its content only after a short delay. */
export function Delayed({ children }: { readonly children: ReactNode }) {
  return useDelayed(DELAY) ? children : null;
}
