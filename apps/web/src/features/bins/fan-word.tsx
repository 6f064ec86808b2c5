import type { ListedBin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { FanShape } from '../../components/state/fan-shape.tsx';

/** A fan in one word, with its shape where there is one to show. */
export function FanWord({ fan }: { readonly fan: ListedBin['fan'] }) {
  const { t } = useTranslation();
  if (!fan.attached) return <>{t('fan.none')}</>;
  if (fan.running === null) return <>{t('fan.notKnown')}</>;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <FanShape state={fan.running ? 'on' : 'off'} size={18} />
      {t(fan.running ? 'fan.on' : 'fan.off')}
    </span>
  );
}
