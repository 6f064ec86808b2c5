/** Strings that set `ran` if a script in them runs; each is short enough for a name. */
export const injections: readonly string[] = [
  '<script>ran=1</script>',
  '<ScRiPt>ran=2</sCrIpT>',
  '</title><script>ran=3</script>',
  '</textarea><script>ran=4</script>',
  '</style><script>ran=5</script>',
  '"><script>ran=6</script>',
  "'><script>ran=7</script>",
  '<script src=data:text/javascript,ran=8></script>',
  '<script src=//127.0.0.1/x.js></script>',
  '<script type=module>window.ran=10</script>',
  '<img src=x onerror=ran=11>',
  '"><img src=x onerror=ran=12>',
  '<img src=x:x onerror=window.ran=13//>',
  '<img src="x` `<script>ran=14</script>"` `>',
  '<svg onload=ran=15>',
  '<svg/onload=ran=16>',
  '<svg><script>ran=17</script></svg>',
  '<svg><animate onbegin=ran=18 attributeName=x dur=1s>',
  '<svg><a xlink:href=javascript:ran=19><text y=9>x</text></a></svg>',
  '<math><mi xlink:href=javascript:ran=20>x</mi></math>',
  '<body onload=ran=21>',
  '<iframe src=javascript:parent.ran=22>',
  '<iframe srcdoc="<script>parent.ran=23</script>">',
  '<object data=javascript:ran=24>',
  '<embed src=javascript:ran=25>',
  '<a href=javascript:ran=26>x</a>',
  '<form action=javascript:ran=27><input type=submit>',
  '<button formaction=javascript:ran=28>x</button>',
  '<input autofocus onfocus=ran=29>',
  '<select autofocus onfocus=ran=30>',
  '<details open ontoggle=ran=31>',
  '<video><source onerror=ran=32></video>',
  '<audio src=x onerror=ran=33>',
  '<marquee onstart=ran=34>x</marquee>',
  '<meta http-equiv=refresh content="0;url=javascript:ran=35">',
  '<base href=javascript:ran=36//>',
  '<link rel=stylesheet href=javascript:ran=37>',
  '<style>@import "javascript:ran=38"</style>',
  '<div style="background:url(javascript:ran=39)">x</div>',
  '<template><script>ran=40</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=ran=41>">',
  'javascript:ran=42',
  'JaVaScRiPt:ran=43//',
  'data:text/html,<script>parent.ran=44</script>',
  '{{constructor.constructor("ran=45")()}}',
  '${ran=46}',
  '&lt;script&gt;ran=47&lt;/script&gt;',
  '\u003cscript\u003eran=48\u003c/script\u003e',
  '<<script>ran=49;//<</script>',
  '"onmouseover="ran=50" autofocus onfocus="ran=50',
];

/** The maximum length of a name. */
const MAX_NAME_LENGTH = 100;

/**
 * All strings, packed into names of at most `MAX_NAME_LENGTH` characters. A string that looks like a URL
 * starts a new name.
 */
export const injectionNames: readonly string[] = injections.reduce<string[]>((texts, injection) => {
  const last = texts.at(-1);
  const fits = last !== undefined && last.length + 1 + injection.length <= MAX_NAME_LENGTH;
  if (!fits || /^\w+:/.test(injection)) return [...texts, injection];
  return [...texts.slice(0, -1), `${last} ${injection}`];
}, []);

/** All strings in one text; only a notes field can hold that much. */
export const allInjections = injections.join(' ');
