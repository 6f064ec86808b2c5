import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';

/** Names the fields that someone else changed while they were edited here. */
export function StaleFieldsNotice({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Notice
      state="warning"
      isAlert
      title={t('profile.stale', { fields: new Intl.ListFormat(format.locale).format(names) })}
      detail={t('profile.staleDetail')}
    />
  );
}
