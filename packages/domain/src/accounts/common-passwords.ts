/**
 * Words that stay common with digits or signs around them, in lower case: those of the product and its
 * trade, and of several languages. The most frequent leaked passwords are added to them.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass mypassword newpassword contrasena motdepasse senha parola haslo
  welcome letmein changeme default secret access login admin administrator root user guest test testing
  temp demo master manager operator superuser qwerty qwert qwertz azerty qwertyuiop asdf asdfgh asdfghjkl
  zxcv zxcvbn zxcvbnm qazwsx abc abcd abcde abcdef abcdefg iloveyou loveyou lovely hello hallo bonjour
  monkey dragon sunshine princess football baseball basketball soccer hockey superman batman spiderman
  starwars pokemon naruto minecraft michael jordan jennifer jessica ashley daniel charlie thomas
  summer winter spring autumn january february march april may june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday computer internet google
  facebook samsung iphone windows freedom whatever shadow tigger buster ginger pepper cookie cheese
  chocolate butterfly flower angel jesus mustang corvette ferrari mercedes porsche harley tractor farmer
  farm farming harvest wheat barley canola corn granary grain grains grainbin johndeere
  silo silos bins binsensor sensor mainboard elevator combine moisture temperature distributor dealer customer
  `
    .trim()
    .split(/\s+/),
);
