import { IconLock } from '@tabler/icons-react';
import classes from './settings.module.css';

/** A hint that explains why some fields are disabled. */
export function LockedHint({ text }: { readonly text: string }) {
  return (
    <p className={classes['locked']}>
      <IconLock size={16} aria-hidden />
      {text}
    </p>
  );
}
