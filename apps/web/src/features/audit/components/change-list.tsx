import { type AuditEntry, THIS_MACHINE } from '@granary/contract/audit/http';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useChangeFormatter } from '../format-change.ts';
import classes from './change-list.module.css';

/** Lists who changed what, when and from where. */
export function ChangeList({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <ol className={classes['list']}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes['entry']}>
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const formatter = useChangeFormatter();
  const formatOrigin = (address: string) =>
    address === THIS_MACHINE ? t('changes.onServer') : t('changes.from', { address });
  return (
    <>
      <div className={classes['header']}>
        <span className={classes['change']}>
          {formatter.formatAction(entry.act)} · {t(`changes.subjects.${entry.subject}`)}{' '}
          {entry.subjectName}
        </span>
        <time className={classes['time']} dateTime={new Date(entry.at).toISOString()}>
          {format.dateTimeSeconds(entry.at, now)}
        </time>
      </div>
      <p className={classes['actor']}>
        {entry.actorName || t('changes.system')}
        {entry.address !== '' && ` · ${formatOrigin(entry.address)}`}
      </p>
      <Fields entry={entry} />
    </>
  );
}

/** Longer lists are collapsed, because the entry for a new item lists all its fields. */
const COLLAPSED_LINES = 4;

function Fields({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation();
  const formatter = useChangeFormatter();
  const [isExpanded, setExpanded] = useState(false);
  const lines = formatter.formatLines(entry);
  if (lines.length === 0) return null;
  const visibleLines = isExpanded ? lines : lines.slice(0, COLLAPSED_LINES);
  return (
    <>
      <ul className={classes['fields']}>
        {visibleLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {visibleLines.length < lines.length && (
        <button type="button" className={classes['more']} onClick={() => setExpanded(true)}>
          {t('changes.more', { count: lines.length })}
        </button>
      )}
    </>
  );
}
