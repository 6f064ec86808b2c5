import type { Alert } from '@granary/contract/alerts/http';
import classes from './alert-row.module.css';
import { AlertRow } from './alert-row.tsx';

/** Alerts of several bins. */
export function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  return (
    <ol className={classes['list']}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <AlertRow alert={alert} isPlaceShown />
        </li>
      ))}
    </ol>
  );
}
