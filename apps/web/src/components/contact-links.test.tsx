import { expect, it } from 'vitest';
import { renderMarkup } from '../lib/render.fixture.tsx';
import { ContactLinks } from './contact-links.tsx';

it('has links to call and email a person, but no call link without a phone number', () => {
  const email = 'anneke@farm.example';
  const both = renderMarkup(<ContactLinks phone="+1 (204) 555-0100" email={email} />);
  expect(both).toContain('href="tel:+12045550100" aria-label="Call +1 (204) 555-0100"');
  expect(both).toContain(`href="mailto:${email}" aria-label="Email ${email}"`);
  expect(renderMarkup(<ContactLinks phone="" email={email} />)).not.toContain('tel:');
});
