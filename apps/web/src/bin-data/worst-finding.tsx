import type { FarmState } from '@granary/contract/bins/states';
import type { Millis } from '@granary/domain/units';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/clock.ts';
import { useFormat } from '../lib/use-format.ts';
import { describeFinding, type FindingText } from './describe-finding.ts';
import { usePreferredUnits } from './preferred-units.ts';
import classes from './worst-finding.module.css';

type Worst = NonNullable<FarmState['worst']>;

export interface WorstFindingProps {
  readonly worst: Worst;
  readonly text: FindingText;
}

/** The worst finding among several bins, with a link to its bin. */
export function WorstFinding({ worst, text }: WorstFindingProps) {
  const { t } = useTranslation();
  return (
    <>
      <Link to="/binsensor/$id" params={{ id: worst.binId }} className={classes['bin'] ?? ''}>
        {t('attention.inBin', { bin: worst.binName, wrong: text.title })}
      </Link>
      <span className={classes['detail']}>{text.detail}</span>
      {text.response !== '' && <span className={classes['detail']}>{text.response}</span>}
    </>
  );
}

/** Returns a function that describes the worst finding among several bins, in the user's units. */
export function useDescribeWorstFinding(): (worst: Worst) => FindingText {
  const { t } = useTranslation();
  const format = useFormat();
  const now: Millis = useNow();
  const { temperature } = usePreferredUnits();
  return ({ finding, temperatureUnit, ...worst }) =>
    describeFinding(finding, { ...worst, t, format, unit: temperature ?? temperatureUnit, now });
}
