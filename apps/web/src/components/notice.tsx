import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { StateIcon } from './state/state-icon.tsx';
import type { State } from './state/states.ts';

export interface NoticeProps {
  /** Shows the state's symbol before the text. */
  readonly state?: State;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  /** A tinted background, for a notice that needs action on this page. */
  readonly isTinted?: boolean;
  /** Announced by screen readers when it appears. */
  readonly isAlert?: boolean;
}

/**
 * A box with a bold title, an optional detail and at most one action. A critical notice has a filled
 * background.
 */
export function Notice(props: NoticeProps) {
  const { state, title, detail, action, isTinted = false, isAlert = false } = props;
  const isFilled = state === 'critical';
  return (
    <div
      className={classes['notice']}
      data-tone={isTinted && !isFilled ? 'warning' : undefined}
      data-fill={isFilled ? 'critical' : undefined}
      role={isAlert ? 'alert' : undefined}
    >
      {state !== undefined && (
        <span className={classes['shape']}>
          <StateIcon state={state} size={20} isInverted={isFilled} />
        </span>
      )}
      <div>
        <p className={classes['title']}>{title}</p>
        {detail !== undefined && <p className={classes['detail']}>{detail}</p>}
        {action !== undefined && <div className={classes['action']}>{action}</div>}
      </div>
    </div>
  );
}
