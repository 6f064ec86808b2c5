import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface CollapsibleProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** Settings that most users never change, collapsed at first. */
export function Collapsible({ title, children }: CollapsibleProps) {
  return (
    <details className={classes['collapsible']}>
      <summary className={classes['summary']}>{title}</summary>
      {children}
    </details>
  );
}

/** Opens the sections around an element, so that it can be seen and focused. */
export function expandAround(element: Element | null): void {
  for (
    let section = element?.closest('details');
    section;
    section = section.parentElement?.closest('details')
  ) {
    section.open = true;
  }
}
