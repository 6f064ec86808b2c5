import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import type { State } from '../../../components/state/states.ts';
import { token } from '../../../components/theme/tokens.ts';

const SIZE = 20;

/** The icon of an insight: its state, or an info icon for a note. */
export function InsightIcon({ state }: { readonly state: State | null }) {
  const { t } = useTranslation();
  if (state !== null) return <StateIcon state={state} size={SIZE} label={t(`states.${state}`)} />;
  return (
    <IconInfoCircle
      size={SIZE}
      stroke={1.8}
      color={token('ink-2')}
      role="img"
      aria-label={t('insights.note')}
      style={{ flex: 'none' }}
    />
  );
}
