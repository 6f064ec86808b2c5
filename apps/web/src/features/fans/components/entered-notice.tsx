import type { Bin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { Notice } from '../../../components/notice.tsx';

/** That someone is in or near a bin, with a link to the Fan tab, which has more about it. */
export function EnteredNotice({
  bin,
}: {
  readonly bin: Pick<Bin, 'id' | 'name' | 'hasOpenEntry'>;
}) {
  const { t } = useTranslation();
  if (!bin.hasOpenEntry) return null;
  return (
    <Notice
      state="warning"
      isTinted
      title={t('fan.entry.title')}
      action={
        <ButtonLink
          to="/binsensor/$id"
          params={{ id: bin.id }}
          search={{ tab: 4 }}
          variant="default"
          aria-label={t('fan.entry.toFanOf', { bin: bin.name })}
        >
          {t('fan.entry.toFan')}
        </ButtonLink>
      }
    />
  );
}
