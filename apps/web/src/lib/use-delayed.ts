import { useEffect, useState } from 'react';

/** Whether a component has been mounted for longer than `ms` milliseconds. */
export function useDelayed(ms: number): boolean {
  const [hasElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasElapsed;
}
