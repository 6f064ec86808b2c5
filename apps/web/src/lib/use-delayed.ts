import { useEffect, useState } from 'react';

/** Whether a part of a page has been there for longer than this, ms. */
export function useDelayed(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
