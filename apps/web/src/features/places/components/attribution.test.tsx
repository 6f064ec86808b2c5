import { geocoderPresets, mapPresets } from '@granary/domain/places/providers';
import { expect, it } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { Attribution } from './attribution.tsx';

it('shows the attribution of every provider with its links', () => {
  for (const preset of [...Object.values(mapPresets), ...Object.values(geocoderPresets)]) {
    const { attribution, links } = preset;
    const markup = renderMarkup(<Attribution text={attribution} links={links} />);
    const text = markup.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, '');
    expect(text.replaceAll('&amp;', '&')).toContain(attribution);
    expect(markup.match(/<a /g) ?? []).toHaveLength(links.length);
    for (const { url } of links) expect(markup).toContain(`href="${url}"`);
  }
});

it('escapes HTML in the attribution of a custom map URL', () => {
  const markup = renderMarkup(<Attribution text="© <b>us</b>" links={[]} />);
  expect(markup).toContain('© &lt;b&gt;us&lt;/b&gt;');
});
