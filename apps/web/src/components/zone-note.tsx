import { useTranslation } from 'react-i18next';
import { browserTimeZone } from '../lib/browser-time-zone.ts';
import classes from './text.module.css';

/**
 * Names the time zone of the browser, which these times are in, unless the farm has the same one: the
 * fan, the chart and the report are in the farm's time zone, and name it.
 */
export function ZoneNote({ farmZone }: { readonly farmZone: string }) {
  const { t } = useTranslation();
  const zone = browserTimeZone();
  if (zone === farmZone) return null;
  return <p className={classes['small']}>{t('records.timesIn', { zone })}</p>;
}
