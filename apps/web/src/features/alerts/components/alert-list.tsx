import type { Alert } from '@granary/contract/alerts/http';
import { usePreferredUnits } from '../../../bin-data/preferred-units.ts';
import classes from './alert-row.module.css';
import { AlertRow } from './alert-row.tsx';

/** Alerts of several bins, in the user's units. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const { temperature } = usePreferredUnits();
  return (
    <ol className={classes['list']}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertRow
            alert={{ ...alert, temperatureUnit: temperature ?? alert.temperatureUnit }}
            isPlaceShown
          />
        </li>
      ))}
    </ol>
  );
}
