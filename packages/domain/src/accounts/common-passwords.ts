/**
 * Passwords of ten characters or more that lead the published lists of leaked ones, in lower case.
 * What is a pattern, or a common word with digits behind it, is left to rules.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc zaq12wsxcde3 zaq1zaq1zaq1 q1w2e3r4t5 q1w2e3r4t5y6
  1qaz@wsx3edc !qaz2wsx3edc !qaz@wsx3edc qwe123asd456 qweasdzxc123 qwerasdfzxcv qweasdzxcv asdfqwerzxcv
  zxcvbnm123 zxcvasdfqwer qazwsxedcrfv qazwsxedc123 qazxswedcvfr 1a2b3c4d5e a1b2c3d4e5 a1s2d3f4g5
  aa12345678 a123456789 a1234567890 abc1234567 abcd123456 abcde12345 abc123456789 q123456789
  123456789a 123456789q 1234567890a 1234567890q 12345qwert 123456qwerty qwerty12345 qwert12345
  1234qwerasdf 123qweasdzxc 147258369a 1472583690 0147258369 3216549870 7894561230 1597534560
  9638527410 7418529630 1029384756 1357924680 0246813579 1234554321 1122334455 1212121212 1313131313
  0101010101 0192837465 1020304050 5544332211 9876543210 0987654321 0123456789 1231231234 3141592653
  3141592654 2718281828 1123581321 4815162342 8675309867 7777777777 6969696969 1236987450 1478963250
  iloveyou12 iloveyou123 iloveyou1234 iloveyousomuch iloveyoubaby iloveyouall iloveyoumom
  iloveyoudad iloveyouforever ilovejesus iloveyou4ever iloveyou143 ihateyou123 ilovemyself ilovemymom
  ilovemydog ilovemycat ilovemylife ilovemyfamily ilovemusic ilovechocolate ilovefootball youandme12
  loveyou123 lovelovelove loveforever foreverlove foreverlove1 foreveryoung foreverandever truelove123
  mylove1234 mybaby1234 babygirl12 babygirl123 babygirl01 babygirl13 babyboy123 sweetheart sweetheart1
  sweetiepie sweetypie1 cutiepie12 cutiepie123 princess12 princess123 princess01 princess13 princess11
  beautiful1 beautiful123 butterfly1 butterfly12 butterfly123 butterfly7 strawberry strawberry1
  strawberry12 blueberry1 blackberry blackberry1 watermelon watermelon1 pineapple1 pineapple12 cheesecake
  cheesecake1 chocolate1 chocolate12 chocolate123 chocolate2 gingerbread cinnamon12 marshmallow
  basketball basketball1 basketball12 basketball23 volleyball volleyball1 footballer football12
  football123 football10 football11 football01 baseball12 baseball123 baseball13 softball12 soccerball
  soccer1234 skateboard skateboard1 snowboard1 snowboarding swimming12 gymnastics gymnastics1
  cheerleader cheerleader1 tennis1234 hockey1234 golfer1234 liverpool1 liverpool12 liverpool123
  manchester manchester1 manunited1 manutd1999 arsenal123 chelsea123 chelseafc1 barcelona1 barcelona10
  realmadrid realmadrid1 juventus12 juventus1897 newcastle1 westham123 everton123 rangers123 celtic1888
  steelers12 cowboys123 packers123 yankees123 lakers2424 dolphins12 broncos123 raiders123 patriots12
  superman12 superman123 superman01 batman1234 spiderman1 spiderman12 spiderman123 wonderwoman
  captainamerica starwars12 starwars123 darthvader startrek12 harrypotter harrypotter1 lordoftherings
  gandalf123 pokemon123 pikachu123 naruto1234 dragonball dragonball1 dragonballz dragon1234 minecraft1
  minecraft12 minecraft123 fortnite12 fortnite123 callofduty callofduty1 counterstrike playstation
  playstation2 playstation3 nintendo64 nintendo12 xbox360360 warcraft12 worldofwarcraft starcraft2
  runescape1 runescape12 runescape123 finalfantasy finalfantasy7 assassins1 grandtheft terminator
  terminator1 undertaker undertaker1 johncena12 johncena123 metallica1 metallica12 ironmaiden1 slipknot666
  linkinpark linkinpark1 evanescence nirvana123 greenday12 blink18218 mychemicalromance mychemical
  eminem1234 50cent5050 tupac12345 justinbieber justinbieber1 onedirection onedirection1 backstreet
  backstreetboys britneyspears michaeljackson rockandroll rocknroll1 hannahmontana hellokitty
  hellokitty1 hellokitty12 spongebob1 spongebob12 spongebob123 scoobydoo1 scoobydoo12 mickeymouse
  mickeymouse1 minniemouse winniethepooh winnie1234 tinkerbell tinkerbell1 tinkerbell12 garfield12
  snoopy1234 bugsbunny1 tweetybird tweetybird1 tweety1234 letmein123 letmein1234 letmeinnow letmeinplease
  opensesame trustno1234 secret1234 secret12345 topsecret1 changeme12 changeme123 changemenow
  changethis default123 password12 password123 password1234 passwordpassword passw0rd12 passw0rd123
  p@ssw0rd12 p@ssw0rd123 p@ssword123 pa$$w0rd12 pa55word12 mypassword mypassword1 mypassword123
  nopassword thepassword thisismypassword yourpassword newpassword newpassword1 temppassword temp123456
  testtest12 testing123 testing1234 test123456 test1234567 tester1234 testpassword administrator
  administrator1 admin12345 admin123456 adminadmin adminadmin1 adminadmin123 adminpassword root123456
  rootpassword superuser1 sysadmin12 sysadmin123 webmaster1 operator12 operator123 manager123
  supervisor supervisor1 welcome123 welcome1234 welcome2020 welcomehome goodmorning goodnight1
  helloworld helloworld1 hellothere hello12345 hello123456 hellohello whatever12 whatever123 whatever01
  whateveryouwant nevermind1 nothing123 something1 something12 everything everything1 everything123
  anything123 everlasting christopher christopher1 alexander1 alexander12 alexandra1 alexandria elizabeth1
  elizabeth12 stephanie1 jacqueline jennifer12 jennifer123 jonathan12 jonathan123 benjamin12 samantha12
  samantha123 victoria12 victoria123 katherine1 catherine1 charlotte1 gabriella1 gabrielle1 michelle12
  michelle123 michael123 michael1234 matthew123 anthony123 charlie123 charlie1234 jessica123 ashley1234
  amanda1234 andrew1234 daniel1234 thomas1234 robert1234 william123 brittany12 brandon123 nicholas12
  sebastian1 valentina1 alejandro1 fernando12 francisco1 guadalupe1 margarita1 esperanza1 estrella12
  estrellita tequiero12 tequiero123 tequieromucho teamo12345 teamomucho teamoamor1 contrasena
  contrasena1 contrasena123 contraseña motdepasse motdepasse1 motdepasse123 azertyuiop azerty1234
  azerty12345 azertyuiop1 jetaime123 bonjour123 soleil1234 doudou1234 passwort12 passwort123 hallo12345
  hallohallo schatz1234 sonnenschein schalke04s bayern1900 fussball12 ficken1234 geheim1234 sommer2020
  senha12345 brasil1234 flamengo12 corinthians palmeiras1 sunshine12 sunshine123 sunshine01 moonlight1
  starlight1 rainbow123 rainbow1234 heaven1234 angel12345 angels1234 jesuschrist jesuschrist1
  jesuslovesme jesusislord jesus12345 godisgood1 godisgreat godislove1 blessed123 blessing12 hallelujah
  christmas1 christmas12 christmas123 halloween1 halloween31 thanksgiving september1 september11
  november11 december12 december25 valentine1 valentine14 birthday12 summertime summertime1 summer2019
  summer2020 summer2021 summer2022 summer2023 summer2024 winter2020 winter2021 winter2022 winter2023
  spring2020 spring2021 spring2022 spring2023 autumn2020 autumn2021 monday1234 friday1234 california
  california1 washington washington1 newyork123 newyorkcity losangeles chicago123 philadelphia boston1234
  texas12345 florida123 australia1 australia12 canada1234 manitoba12 saskatchewan alberta123 winnipeg12
  england123 scotland12 ireland123 germany123 argentina1 mercedes12 mercedesbenz lamborghini porsche911
  ferrari123 chevrolet1 silverado1 mustang123 mustang1967 mustang2005 corvette12 harleydavidson
  harley1234 johndeere1 johndeere12 johndeere123 caterpillar tractor123 newholland massey1234 farmer1234
  farming123 farmerjohn farmlife12 harvest123 harvester1 grainfarmer wheatfield oldmacdonald
  cowboy1234 countryboy countryboy1 countrygirl countrygirl1 fishing123 hunting123 blacklab12 goldenretriever
  buster1234 buddy12345 bailey1234 maggie1234 shadow1234 tigger1234 ginger1234 pepper1234 monkey1234
  monkey12345 monkeys123 elephant12 elephants1 dinosaur12 crocodile1 alligator1 hippopotamus rhinoceros
  chihuahua1 rottweiler rottweiler1 scorpion12 blackhorse blackwidow thunderbird thunderbolt thunder123
  lightning1 lightning12 hurricane1 earthquake motorcycle motorcycle1 motorola12 motorola123 samsung123
  samsung1234 iphone1234 blackbelt1 computer12 computer123 computer01 internet12 internet123 microsoft1
  microsoft12 windows123 windows1234 windowsxp1 linux12345 ubuntu1234 google1234 googlegoogle facebook12
  facebook123 youtube123 yahoo12345 hotmail123 gmail12345 myspace123 instagram1 instagram12 instagram123
  telephone1 technology technology1 engineer12 engineering electronics mathematics university1 university
  highschool highschool1 graduation student123 teacher123 photography photography1 businessman
  accounting1 marketing1 marketing12 management management1 president1 president12 leadership
  friendship friendship1 friends123 friendsforever bestfriend bestfriend1 bestfriends bestfriends1
  familyfirst familyguy1 grandmother grandfather mommy12345 daddy12345 motherfucker motherfucker1
  fuckyou123 fuckyou1234 fuckyou666 fuckoff123 asshole123 bullshit12 bullshit123 gangster12 gangsta123
  playboy123 sexybitch1 sexygirl12 badboy1234 babyblue12 correcthorsebatterystaple correcthorse
  hunter2hunter2 thequickbrownfox qwertyqwerty asdfghasdfgh asdfasdfasdf zxcvzxcvzxcv abcabcabc1
  `
    .trim()
    .split(/\s+/),
);

/** Words that stay common with digits or signs behind them; in lower case. */
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
  `
    .trim()
    .split(/\s+/),
);
