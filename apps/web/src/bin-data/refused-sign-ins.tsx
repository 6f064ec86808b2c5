import type { Refusal } from '@granary/domain/boards/board-problems';
import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/clock.ts';
import { useFormat } from '../lib/use-format.ts';
import classes from './refused-sign-ins.module.css';

/** A board's refused sign-ins, newest first; renders nothing if there are none. */
export function RefusedSignIns({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (refusals.length === 0) return null;
  return (
    <section className={classes['box']} aria-labelledby="refused-sign-ins">
      <h2 id="refused-sign-ins" className={classes['title']}>
        {t('refusals.title')}
      </h2>
      <p className={classes['hint']}>{t('refusals.hint')}</p>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('refusals.time')}</th>
            <th scope="col">{t('refusals.address')}</th>
            <th scope="col">{t('refusals.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ at, address, reason }) => (
            <tr key={at}>
              <td>{format.dateTime(at, now)}</td>
              <td>{address}</td>
              <td>{t(`refusals.reasons.${reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
