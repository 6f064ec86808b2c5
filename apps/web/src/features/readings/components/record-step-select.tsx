import { useTranslation } from 'react-i18next';
import { RECORD_STEPS, type RecordStep } from '../step-reading.ts';
import classes from './record-step-select.module.css';

interface RecordStepSelectProps {
  readonly step: RecordStep;
  readonly onStep: (step: RecordStep) => void;
}

/**
 * Chooses how far the buttons for the next and previous record go. Part of the first view of a bin, so it
 * uses a native select and does not load the code of other inputs.
 */
export function RecordStepSelect({ step, onStep }: RecordStepSelectProps) {
  const { t } = useTranslation();
  return (
    <select
      className={classes['select']}
      aria-label={t('records.step')}
      value={step}
      onChange={({ currentTarget: { value } }) =>
        onStep(RECORD_STEPS.find((one) => one === value) ?? 'reading')
      }
    >
      {RECORD_STEPS.map((value) => (
        <option key={value} value={value}>
          {t(`records.steps.${value}`)}
        </option>
      ))}
    </select>
  );
}
