import { IconLock } from '@tabler/icons-react';
import classes from './settings.module.css';

/** Why some fields are gray. */
export function LockedHint({ text }: { readonly text: string }) {
  return (
    <p className={classes['locked']}>
      <IconLock size={16} aria-hidden />
      {text}
    </p>
  );
}
