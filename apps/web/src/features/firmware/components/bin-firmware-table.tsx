import type { BinFirmware } from '@granary/contract/firmware/http';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../../components/record-table.module.css';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';

/** A table of bins with their installed and selected firmware. */
export function BinFirmwareTable({ bins }: { readonly bins: readonly BinFirmware[] }) {
  const { t } = useTranslation();
  const formatType = useFormatFirmwareType();
  return (
    <table className={classes['table']} aria-label={t('firmware.boards')}>
      <thead>
        <tr>
          <th scope="col">{t('firmware.bin')}</th>
          <th scope="col">{t('firmware.runs')}</th>
          <th scope="col">{t('firmware.requested')}</th>
        </tr>
      </thead>
      <tbody>
        {bins.map((bin) => (
          <tr key={bin.binId}>
            <th scope="row">
              <Link
                to="/binsensor/$id"
                params={{ id: bin.binId }}
                className={classes['name'] ?? ''}
              >
                {bin.binName}
              </Link>
              <span className={classes['details']}>
                {bin.farmName} · {bin.mainBoardId}|{bin.binNumber}
              </span>
            </th>
            <td>
              <InstalledFirmware bin={bin} />
            </td>
            <td>
              {formatType(bin.requiredName)} {bin.requiredVersion}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InstalledFirmware({ bin }: { readonly bin: BinFirmware }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const formatType = useFormatFirmwareType();
  if (bin.reportedAt === null) return <span>{t('firmware.unknown')}</span>;
  const name = bin.reportedName === null ? '' : formatType(bin.reportedName);
  return (
    <>
      <span>
        {name} {bin.reportedVersion}
      </span>
      {bin.differs && (
        <span className={classes['state']}>
          <StateIcon state="watch" size={16} /> {t('firmware.differs')}
        </span>
      )}
      <span className={classes['details']}>
        {t('firmware.reported', { time: format.dateTime(bin.reportedAt, now) })}
      </span>
    </>
  );
}

/** Translates a firmware type; unknown types are shown as reported. */
function useFormatFirmwareType(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => {
    const knownType = (['realtime', 'sleep', 'portable'] as const).find((type) => type === name);
    return knownType === undefined ? name : t(`firmware.types.${knownType}`);
  };
}
