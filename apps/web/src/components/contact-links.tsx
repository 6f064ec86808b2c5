import { useTranslation } from 'react-i18next';
import classes from './contact-links.module.css';

export interface ContactLinksProps {
  readonly phone: string;
  readonly email: string;
}

/** Links to call and email a person; they also work inside a row that is itself a link. */
export function ContactLinks({ phone, email }: ContactLinksProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['links']}>
      {phone !== '' && (
        <a href={toTelephoneUrl(phone)} aria-label={t('contacts.call', { phone })}>
          {phone}
        </a>
      )}
      <a href={`mailto:${email}`} aria-label={t('contacts.write', { email })}>
        {email}
      </a>
    </span>
  );
}

/** The `tel:` URL of a phone number: its digits and plus sign. */
export function toTelephoneUrl(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
