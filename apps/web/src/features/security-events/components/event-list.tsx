import type { CountedSecurityEvent } from '@granary/contract/security-events/http';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './event-list.module.css';

/**
 * Sign-ins, rejected requests, rejected boards and access changes, with the account, actor and IP address.
 */
export function EventList({ events }: { readonly events: readonly CountedSecurityEvent[] }) {
  return (
    <ol className={classes['list']}>
      {events.map((event) => (
        <li key={event.id} className={classes['event']}>
          <EventItem event={event} />
        </li>
      ))}
    </ol>
  );
}

function EventItem({ event }: { readonly event: CountedSecurityEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { kind, reason, count, userName, actorName, mainBoardId, address, at } = event;
  const details = [
    reason !== null && t(`securityEvents.reasons.${reason}`),
    userName !== '' && t('securityEvents.account', { name: userName }),
    actorName !== '' && t('securityEvents.by', { name: actorName }),
    mainBoardId !== null && t('securityEvents.boardOf', { id: mainBoardId }),
    address !== '' && t('changes.from', { address }),
  ].filter((detail) => detail !== false);
  return (
    <>
      <div className={classes['header']}>
        <span className={classes['kind']}>
          {t(`securityEvents.kinds.${kind}`)}
          {count > 1 && ` · ${t('securityEvents.times', { count })}`}
        </span>
        <time className={classes['detail']} dateTime={new Date(at).toISOString()}>
          {format.dateTimeSeconds(at, now)}
        </time>
      </div>
      {details.length > 0 && <p className={classes['detail']}>{details.join(' · ')}</p>}
    </>
  );
}
