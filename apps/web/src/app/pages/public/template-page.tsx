import { Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { PublicFrame } from '../../shell/public-frame.tsx';
import { isTemplatePage, templatePages } from './template-pages.ts';

const route = getRouteApi('/$page');

/** A page that asks for nothing and leads on. */
export function TemplatePage() {
  const { t } = useTranslation();
  const { page } = route.useParams();
  if (!isTemplatePage(page)) return null;
  const { title, text } = templatePages[page];
  return (
    <PublicFrame title={t(`templates.${title}`)} text={t(`templates.${text}`)}>
      <Stack gap="md" align="flex-start">
        <ButtonLink to="/login">{t('templates.toSignIn')}</ButtonLink>
        {text === 'password' && <Link to="/forgot-password">{t('templates.toForgot')}</Link>}
      </Stack>
    </PublicFrame>
  );
}
