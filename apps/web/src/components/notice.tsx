import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { StateShape } from './state/state-shape.tsx';
import type { State } from './state/states.ts';

export interface NoticeProps {
  /** Draws the state's shape before the text. */
  readonly state?: State;
  readonly title: string;
  readonly detail?: ReactNode;
  readonly action?: ReactNode;
  /** A tinted ground, for what needs an act on this page. */
  readonly isTinted?: boolean;
  /** Read out when it appears. */
  readonly isAlert?: boolean;
}

/**
 * A fact in a box of its own: a bold sentence, what it means, at most one act. What is grave fills
 * the box with its colour.
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
          <StateShape state={state} size={20} onFill={isFilled} />
        </span>
      )}
      <div>
        <p className={classes['title']}>{title}</p>
        {detail !== undefined && <p className={classes['detail']}>{detail}</p>}
        {action !== undefined && <div className={classes['act']}>{action}</div>}
      </div>
    </div>
  );
}
