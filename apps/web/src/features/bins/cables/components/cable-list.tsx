import type { Bin } from '@granary/contract/bins/http';
import { getStatusKey } from '@granary/contract/readings/reading-response';
import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../../bin-data/format-crop.ts';
import { Notice } from '../../../../components/notice.tsx';
import type { KnownPositions } from '../requested-cable-change.ts';
import classes from './cables.module.css';

interface CableListProps {
  readonly bin: Bin;
  /** Null while unknown and before the first reading. */
  readonly knownPositions: KnownPositions | null;
}

const subBins = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** A bin's configured cables compared with what its board last reported. */
export function CableList({ bin, knownPositions }: CableListProps) {
  const { t } = useTranslation();
  if (bin.cables.length === 0) return <Notice title={t('settingsForm.noCables')} />;
  return (
    <section className={classes['card']} aria-label={t('cableConfiguration.list')}>
      <h2 className={classes['title']}>{t('cableConfiguration.list')}</h2>
      <ul className={classes['list']}>
        {bin.cables.map((cable) => (
          <CableRow key={cable.cable} cable={cable} knownPositions={knownPositions} />
        ))}
      </ul>
    </section>
  );
}

interface CableRowProps extends Pick<CableListProps, 'knownPositions'> {
  readonly cable: Bin['cables'][number];
}

function CableRow({ cable, knownPositions }: CableRowProps) {
  const { t } = useTranslation();
  const { cableId, name, crop, flip } = cable;
  const sensorCount = knownPositions?.get(getStatusKey(cable))?.length ?? 0;
  const subBin = subBins.find((number) => number === cable.subBin) ?? 1;
  const isMissing = knownPositions !== null && sensorCount === 0;
  const facts = [
    ['id', cableId],
    ['sensors', knownPositions === null ? '–' : sensorCount],
    ['subBin', t(`settingsForm.subBins.${subBin}`)],
    ['type', t(flip ? 'settingsForm.bottomUp' : 'settingsForm.topDown')],
    ['crop', crop === null ? t('settingsForm.sameAsBin') : formatCrop(crop, t)],
  ] as const;
  return (
    <li>
      <p className={classes['name']}>
        {t('settingsForm.cable', { number: cable.cable })}
        {name !== '' && ` · ${name}`}
      </p>
      {isMissing && (
        <Notice state="warning" title={t('cableConfiguration.notFound', { id: cableId })} />
      )}
      <dl className={classes['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`cableConfiguration.columns.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
