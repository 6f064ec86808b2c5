import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { Notice, type NoticeProps } from './notice.tsx';
import { StateIcon } from './state/state-icon.tsx';

export interface CollapsibleNoticeProps extends NoticeProps {
  /** A shorter title, for titles longer than a line. */
  readonly shortTitle?: string;
  /** The measured value, shown after the title. */
  readonly value?: string;
  /** Other notices, shown when this one is open. */
  readonly otherNotices: readonly ReactNode[];
}

/** A one-line notice that expands, for phones. With nothing to expand, it is a plain notice. */
export function CollapsibleNotice({
  shortTitle,
  value,
  otherNotices,
  ...notice
}: CollapsibleNoticeProps) {
  const { state, title, detail, action, isTinted = false } = notice;
  const isFilled = state === 'critical';
  const isOneLine = shortTitle === undefined && detail === undefined && action === undefined;
  if (isOneLine && otherNotices.length === 0) {
    return <Notice {...notice} />;
  }
  return (
    <details
      className={classes['collapsible']}
      data-tone={isTinted && !isFilled ? 'warning' : undefined}
      data-fill={isFilled ? 'critical' : undefined}
    >
      <summary className={classes['line']}>
        {state !== undefined && <StateIcon state={state} size={20} isInverted={isFilled} />}
        <span className={classes['title']}>
          {shortTitle ?? title}
          {value !== undefined && ` · ${value}`}
        </span>
        {otherNotices.length > 0 && <span className={classes['more']}>+{otherNotices.length}</span>}
      </summary>
      <div className={classes['open']}>
        {shortTitle !== undefined && <p className={classes['detail']}>{title}</p>}
        {detail !== undefined && <p className={classes['detail']}>{detail}</p>}
        {action !== undefined && <div className={classes['action']}>{action}</div>}
      </div>
      {otherNotices.length > 0 && <div className={classes['others']}>{otherNotices}</div>}
    </details>
  );
}
